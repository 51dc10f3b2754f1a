import { allCases } from '/work/wt/invariants/suites/cases/index.ts';
import { TargetHost } from '/work/wt/invariants/suites/runner/host/host.ts';
import { targets } from '/work/wt/invariants/suites/targets/index.ts';
import { sequenceAt } from '/work/wt/invariants/suites/fuzz/generators/sequences.ts';
const [name] = process.argv.slice(2);
for (const [what, cases] of [['cases', allCases.filter(c => !c.heavy)], ['sequences', Array.from({length: 40}, (_, i) => sequenceAt('inv', i))]] as const)
for (const depth of [undefined, 'light', 'deep', undefined, 'light', 'deep'] as const) {
  let sent = 0;
  const host = new TargetHost(targets[name], { runId: 'inv', audits: depth, through: (s) => ({ ...s, send: (...r) => { sent++; return s.send(...r); } }) });
  await host.start();
  const first = sent; const begin = performance.now(); const cpu = process.cpuUsage().user;
  for (const c of cases) await host.play(c);
  console.log(name, what, depth ?? 'none', 'requests', sent - first, 'wall ms', Math.round(performance.now() - begin), 'cpu ms', Math.round((process.cpuUsage().user - cpu) / 1000));
  await host.stop();
}
