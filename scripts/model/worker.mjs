// Plain JavaScript, since a new thread has no loader for TypeScript yet.
import { parentPort } from 'node:worker_threads';
import { load } from '../load.mjs';

const { perform } = await load('scripts/model/jobs.ts');
parentPort.on('message', (job) => parentPort.postMessage(perform(job)));
