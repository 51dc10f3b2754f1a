export { cases } from './upsert.ts';
