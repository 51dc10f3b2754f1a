/** The shape of a request, as data. */

interface Common {
  required?: true;
  /** Bounds of which the newer layer reports a breach alone, and without the value: `Value at 'TableName' failed …`. */
  generic?: readonly ('min' | 'max')[];
  /** Any breach is reported alone in the newer layer, before the others. */
  alone?: true;
  /** Reported only when nothing else is to be. */
  last?: true;
  /** What the newer layer says of a value outside `oneOf`, in place of the usual. */
  newText?: string;
  /** The newer layer says `newText` alone, and without a count before it. */
  bare?: true;
  /** What the older layer says of a value that is too short, in place of the usual: alone, and without a count. */
  oldText?: string;
}
export type Rule = Common &
  (
    | {
        kind: 'string';
        min?: number;
        max?: number;
        pattern?: string;
        oneOf?: readonly string[];
        /** Takes an ARN, too. */
        arn?: true;
      }
    | { kind: 'integer'; min?: number; max?: number }
    | { kind: 'number' }
    | { kind: 'boolean' }
    | { kind: 'value' }
    | { kind: 'list'; of: Rule; min?: number; max?: number }
    | {
        kind: 'map';
        of: Rule;
        min?: number;
        max?: number;
        keys?: { min: number; max: number; pattern: string; arn?: true };
        /** Bounds of the lists that are its values, which break as a constraint of the map. */
        values?: { min: number; max: number };
        /** How the service prints it in a message. */
        echo?: 'json' | 'java';
      }
    | { kind: 'structure'; members: Shape }
  );
/** Members in the order in which violations are reported. */
export type Shape = { readonly [member: string]: Rule };
