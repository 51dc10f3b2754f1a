export { cases } from './writes.ts';
