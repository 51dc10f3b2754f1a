/** Tag rules and their error texts. Source: public measurements, 2026-10. */
import { type Refusal, validation } from '../values/refusal.ts';

export interface Tag {
  Key: string;
  Value: string;
}
/** A tag as the request has it. */
type Given = Partial<Tag>;

export const tagsMax = 50;
const keyMax = 128;
const valueMax = 256;
const allowed = /^[\p{L}\p{N}\p{Z}+\-=._:/@]*$/u;

/** @throws Refusal ValidationException */
export function checkKey(key: string | undefined): void {
  if (key === undefined) throw validation('The Tag Key provided is invalid, Key: null');
  if (/^aws:/i.test(key)) throw validation(`Tag Key cannot be prefixed with aws:, Key: ${key}`);
  if (key === '' || key.length > keyMax || !allowed.test(key))
    throw validation(`The Tag Key provided is invalid, Key: ${key}`);
}

/** @throws Refusal ValidationException */
export function checkTags(tags: readonly Given[]): void {
  for (const { Key, Value } of tags) {
    checkKey(Key);
    if (Value === undefined || Value.length > valueMax || !allowed.test(Value))
      throw validation(`The Tag Value provided is invalid, Value: ${Value ?? null}`);
  }
  const repeated = tags.find(({ Key }, at) => tags.findIndex((tag) => tag.Key === Key) < at);
  if (repeated !== undefined)
    throw validation(`Duplicate Tag Keys provided as input: Duplicate Tag Key found ${repeated.Key}`);
  if (tags.length > tagsMax) throw tooMany();
}

export const tooMany = (): Refusal =>
  validation('Number of Tags exceed the current limit for the provided ResourceArn');
