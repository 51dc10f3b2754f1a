/** The shape of a request, as data. */

interface Common {
  required?: true;
  /**
   * The newer layer reports a violation of these bounds alone and without the value: `Value at 'TableName' failed …`.
   */
  generic?: readonly ('min' | 'max')[];
  /** The newer layer reports any violation of this member alone, before the others. */
  alone?: true;
  /** Reported only when no other member is violated. */
  last?: true;
  /** The newer layer's text for a value outside `oneOf`, in place of the usual one. */
  newText?: string;
  /** The newer layer reports `newText` alone and without an error count. */
  bare?: true;
  /** The older layer's text for a value that is too short: alone and without an error count. */
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
        /** Also accepts an ARN. */
        arn?: true;
      }
    | {
        kind: 'integer';
        min?: number;
        max?: number;
        /** Of 64 bits. Only the words for a value of another kind differ. */
        long?: true;
      }
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
        /** Bounds of the lists inside the map; a violation is reported for the map. */
        values?: { min: number; max: number };
        /** How error messages print the value. */
        echo?: 'json' | 'java';
      }
    | { kind: 'structure'; members: Shape }
  );
/** Members in the order in which violations are reported. */
export type Shape = { readonly [member: string]: Rule };
