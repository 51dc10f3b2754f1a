/** What a tag may be. Texts and rules are of public measurements, 2026-10. */
import { type Fault, validation } from '../values/fault.ts';

export interface Tag {
  Key: string;
  Value: string;
}

export const tagsMax = 50;
const allowed = /^[\p{L}\p{N}\p{Z}+\-=._:/@]*$/u;

/** @throws Fault ValidationException */
export function checkKey(key: string): void {
  if (/^aws:/i.test(key)) throw validation(`Tag Key cannot be prefixed with aws:, Key: ${key}`);
  if (!allowed.test(key)) throw validation(`The Tag Key provided is invalid, Key: ${key}`);
}

/** @throws Fault ValidationException */
export function checkTags(tags: readonly Tag[]): void {
  for (const { Key, Value } of tags) {
    checkKey(Key);
    if (!allowed.test(Value)) throw validation(`The Tag Value provided is invalid, Value: ${Value}`);
  }
  if (new Set(tags.map(({ Key }) => Key)).size < tags.length)
    throw validation('Duplicate Tag Keys are not allowed in the request');
  if (tags.length > tagsMax) throw tooMany();
}

export const tooMany = (): Fault => validation('Number of Tags exceed the current limit for the provided ResourceArn');
