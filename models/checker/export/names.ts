/** Identifiers of another language for the names of a model. */

/** Gives every text an identifier of its own: letters, digits and underscores, and none of the reserved words. */
export class Identifiers {
  private readonly taken: Set<string>;
  private readonly given = new Map<string, string>();

  constructor(reserved: readonly string[]) {
    this.taken = new Set(reserved);
  }

  /** `kind`: equal texts of one kind get one identifier. */
  of(kind: string, text: string): string {
    const key = `${kind}\n${text}`;
    const known = this.given.get(key);
    if (known !== undefined) return known;
    const plain = identifierOf(text);
    let name = plain;
    for (let number = 2; this.taken.has(name); number++) name = `${plain}_${number}`;
    this.taken.add(name);
    this.given.set(key, name);
    return name;
  }
}

/** `client[0].at` → `client_0_at`. */
function identifierOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return /^[A-Za-z]/.test(plain) ? plain : `v_${plain}`;
}
