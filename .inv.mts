import { allCases } from '/work/wt/invariants/suites/cases/index.ts';
import { TargetHost } from '/work/wt/invariants/suites/runner/host/host.ts';
import { violationsOn } from '/work/wt/invariants/suites/runner/invariants/alone.ts';
import { targets } from '/work/wt/invariants/suites/targets/index.ts';
import { sequenceAt } from '/work/wt/invariants/suites/fuzz/generators/sequences.ts';
const [name, depth, what, filter] = process.argv.slice(2);
const cases = what === 'cases' ? allCases.filter(c => !filter || c.id.startsWith(filter)) : Array.from({length: Number(what)}, (_, i) => sequenceAt(filter ?? 'inv', i));
const host = new TargetHost(targets[name], { runId: 'inv', audits: depth === 'none' ? undefined : depth });
await host.start();
const begin = performance.now();
const count = new Map();
for (const c of cases) {
  const found = await violationsOn(host, c).catch(e => { console.log('THROWN', c.id, e.stack); return []; });
  for (const d of found) {
    const k = d.invariant; count.set(k, (count.get(k) ?? 0) + 1);
    console.log(JSON.stringify({ i: d.invariant, c: d.case, s: d.step, op: d.request.op, p: d.path, k: d.class, e: d.expected, a: d.actual, f: d.fingerprint, input: d.request.input }).slice(0, 900));
  }
}
console.log(Math.round(performance.now() - begin), 'ms', host.requests, 'requests', cases.length, Object.fromEntries(count));
await host.stop();
