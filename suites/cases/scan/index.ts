export { cases } from './paging.ts';
