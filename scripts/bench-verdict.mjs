// What stands between an edit of the benchmark's model and its verdict: a new process, and everything that it loads.
const { register } = await import('tsx/esm/api');
register();
const { explore } = await import('../models/checker/explore.ts');
const { mongodb } = await import('../models/checker/testing/mongodb.ts');
const [restores, batches, workers] = process.argv.slice(2).map(Number);
const { states, transitions, verdict } = explore(mongodb({ restores, batches }), {
  count: false,
  symmetry: false,
  workers,
});
console.log(JSON.stringify({ states, transitions, verdict }));
