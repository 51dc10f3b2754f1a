export { cases } from './expiry.ts';
