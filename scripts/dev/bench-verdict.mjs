// What stands between an edit of the benchmark's model and its verdict: a new process, the sources made into a program, and
// everything that it loads.
const { load } = await import('../load.mjs');
const { verdict } = await load('scripts/dev/bench-verdict.ts', { again: true });
const [restores, batches, workers] = process.argv.slice(2).map(Number);
console.log(verdict(restores, batches, workers));
