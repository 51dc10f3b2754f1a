export { cases } from './zeros.ts';
