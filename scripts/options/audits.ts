/** What is checked that needs no reference: see `suites/runner/invariants`. */
import { auditDepths } from '../../suites/runner/invariants/audit.ts';
import { type Option, type OptionsOf, oneOf } from '../command-line/option.ts';

export const auditOption = [
  '--audits <depth>',
  'reads of our own after each case or sequence, to check what must hold of any store: light, deep, or none',
  oneOf(...auditDepths, 'none'),
  'light',
] as const satisfies Option;

type Given = OptionsOf<[typeof auditOption]>;

/** Undefined for none. */
export const auditsOf = ({ audits }: Given) => (audits === 'none' ? undefined : audits);

/** To append to a repro command, where it is not the default. */
export const repeatedAudits = ({ audits }: Given): string => (audits === auditOption[3] ? '' : ` --audits ${audits}`);
