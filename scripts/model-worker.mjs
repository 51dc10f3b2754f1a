// Plain JavaScript, since a thread starts without the loader for the rest.
import { parentPort } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
const { perform } = await import('./model-jobs.ts');
parentPort.on('message', (job) => parentPort.postMessage(perform(job)));
