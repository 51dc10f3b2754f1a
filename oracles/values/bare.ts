/**
 * An object whose members have user-chosen names. It inherits nothing, so `__proto__` and `constructor` are ordinary
 * names. `Object.create(null)` would do the same, but V8 stores such objects as hash tables, which are slower to fill,
 * copy and read.
 */
class Bare {}
Object.setPrototypeOf(Bare.prototype, null);
Reflect.deleteProperty(Bare.prototype, 'constructor');

export const bare = <T extends object>(): T => new Bare() as T;
