export { cases } from './keys.ts';
