/** The JSON of `nightly` and `merge`: the members of `run`, `model` and `mutants`, as far as a record keeps them, and `since`. */
import type { NightChange } from './compare.ts';
import type { NightSummary } from './summary.ts';

/** Contract: `targets`, `divergences`, `models`, `mutants`, `killed`, `total`, and `since` with `new`, `gone`, `flaky`, `known`. */
export function nightJson({ night, since, comparedWith, counts, open, unknown, stale }: NightSummary) {
  const ofSuite = (suite: string) => night.results.filter((one) => one.suite === suite);
  const mutants = ofSuite('mutants').map(({ id, target, faults }) => ({
    id,
    kind: target,
    killed: faults.length === 0,
  }));
  return {
    ...{ night: night.head, comparedWith: comparedWith ?? null },
    targets: counts
      .filter(({ suite }) => suite !== 'models' && suite !== 'mutants')
      .map(({ target: name, results: cases, ...rest }) => ({ name, cases, ...rest })),
    divergences: night.results.flatMap(({ suite, target, id, faults }) =>
      suite === 'models' || suite === 'mutants' ? [] : faults.map((fault) => ({ ...fault, suite, target, case: id })),
    ),
    models: ofSuite('models').map(({ target: name, id: variant, judged, faults }) => ({
      ...{ name, variant, verdict: !judged ? 'unknown' : faults.length > 0 ? 'violated' : 'holds' },
      property: faults[0]?.fingerprint ?? null,
    })),
    ...{ mutants, killed: mutants.filter(({ killed }) => killed).length, total: mutants.length },
    since: {
      ...{ new: since.new.map(plain), open: since.open.map(plain), gone: since.gone.map(plain) },
      ...{ flaky: since.flaky.map(plain), known: since.known, slower: since.slower },
    },
    ...{ open, unknown: unknown.map(({ unit, detail }) => ({ unit, detail })), stale: Object.fromEntries(stale) },
  };
}

const plain = ({ id, ...change }: NightChange) => ({ ...change, case: id });
