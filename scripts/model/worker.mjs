// Plain JavaScript, since a thread starts without the loader for the rest.
import { parentPort } from 'node:worker_threads';
import { load } from '../load.mjs';

const { perform } = await load('scripts/model/jobs.ts');
parentPort.on('message', (job) => parentPort.postMessage(perform(job)));
