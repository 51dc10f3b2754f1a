/** The syntax tree as the rules see it: nodes with a place in the source, and their children in order. */

/** A node of Babel's tree, whose members depend on its type. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly loc: { readonly start: { readonly line: number } };
  readonly [member: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string' && 'start' in value;

/** The nodes of a member that holds many. */
export const list = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

const asides: ReadonlySet<string> = new Set([
  'loc',
  'extra',
  'errors',
  'comments',
  'leadingComments',
  'trailingComments',
  'innerComments',
]);

/** Of types, only these hold an expression that runs. */
const typed: ReadonlySet<string> = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

/** A child and the member that holds it. */
interface Child {
  readonly node: Node;
  readonly member: string;
}

/** The children that run, in the order of the source. Types, names and keys that are no expressions are left out. */
export function childrenOf(node: Node): Child[] {
  if (node.type.startsWith('TS') && !typed.has(node.type)) return [];
  const members = typed.has(node.type) ? ['expression'] : Object.keys(node).filter((member) => !asides.has(member));
  const children = members.flatMap((member) => {
    const value = node[member];
    if (isKey(node, member)) return [];
    return (Array.isArray(value) ? value : [value]).filter(isNode).map((child) => ({ node: child, member }));
  });
  return children.sort((a, b) => a.node.start - b.node.start);
}

/** `b` of `a.b` and of `{ b: c }`, and the only name of `{ b }`. */
const isKey = (node: Node, member: string): boolean =>
  node.computed !== true && (member === 'key' || (member === 'property' && node.object !== undefined));

/** Places where a wrapped expression would not be the same program, or none at all. */
export function keepsItsForm(parent: Node, member: string): boolean {
  switch (parent.type) {
    case 'AssignmentExpression':
    case 'AssignmentPattern':
    case 'ForOfStatement':
    case 'ForInStatement':
      return member === 'left';
    case 'UpdateExpression':
      return true;
    case 'UnaryExpression':
      return parent.operator === 'delete' || parent.operator === 'typeof';
    case 'CallExpression':
    case 'NewExpression':
      return member === 'callee';
    case 'OptionalMemberExpression':
      return member === 'object';
    case 'OptionalCallExpression':
      return member === 'callee';
    case 'TaggedTemplateExpression':
      return true;
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportAttribute':
      return true;
    case 'TSNonNullExpression':
      return false;
    default:
      return false;
  }
}
