// Measures the time from an edit of the benchmark's model to its verdict: a new process, building the sources, and loading
// everything.
const { load } = await import('../load.mjs');
const { verdict } = await load('scripts/dev/bench-verdict.ts', { again: true });
const [restores, batches, workers] = process.argv.slice(2).map(Number);
console.log(verdict(restores, batches, workers));
