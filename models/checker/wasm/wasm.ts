/** The part of the WebAssembly interface that is used here: the type library for it comes only with those of browsers. */

export interface Memory {
  readonly buffer: ArrayBuffer;
  /** In pages; throws RangeError. */
  grow(pages: number): number;
}

/** Compiled code, which can be posted to other threads. */
export interface Module {
  readonly module: unique symbol;
}

interface Api {
  readonly Memory: new (limits: { initial: number; maximum: number; shared: boolean }) => Memory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => Module;
  readonly Instance: new (module: Module, imports: { env: { memory: Memory } }) => { readonly exports: unknown };
}

export const wasm = (globalThis as unknown as { readonly WebAssembly: Api }).WebAssembly;
