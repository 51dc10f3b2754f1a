/** The used part of the WebAssembly interface. TypeScript declares it only in the library of browsers. */

export interface Memory {
  readonly buffer: ArrayBuffer;
  /** `pages` of 64 KiB. Throws RangeError when they cannot be allocated. */
  grow(pages: number): number;
}

/** A compiled module, which can be posted to other threads. */
export interface Module {
  readonly module: unique symbol;
}

interface Api {
  readonly Memory: new (limits: { initial: number; maximum: number; shared: boolean }) => Memory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => Module;
  readonly Instance: new (module: Module, imports: { env: { memory: Memory } }) => { readonly exports: unknown };
}

export const wasm = (globalThis as unknown as { readonly WebAssembly: Api }).WebAssembly;
