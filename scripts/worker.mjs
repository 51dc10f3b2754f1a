// What a thread runs. Plain JavaScript, since a new thread has no loader for TypeScript yet.
import { parentPort, workerData } from 'node:worker_threads';
import { load } from './load.mjs';

const { performer } = await load(workerData.entry);
const perform = performer(workerData.setting);
parentPort.on('message', async (job) => parentPort.postMessage(await perform(job)));
