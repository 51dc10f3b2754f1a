// SPIN in a separate process, so that its compiler and its search end with the benchmark. Arguments: NAME TABLE DEFINES...
const { load } = await import('../load.mjs');
const { runSpin } = await load('models/checker/testing/spin.ts');
const [name, table, ...defines] = process.argv.slice(2);
console.log(JSON.stringify(runSpin(name, defines, Number(table))));
