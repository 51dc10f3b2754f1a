/**
 * An object whose members have names that a user chose. It inherits nothing, so `__proto__` and `constructor` are names like any
 * other. Not `Object.create(null)`, whose objects V8 keeps as hash tables from the beginning: slower to fill, to copy and to read.
 */
class Bare {}
Object.setPrototypeOf(Bare.prototype, null);
Reflect.deleteProperty(Bare.prototype, 'constructor');

export const bare = <T extends object>(): T => new Bare() as T;
