import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCondition, parseProjection, parseUpdate } from '../../../oracles/expressions/parser.ts';
import { parseStatement } from '../../../oracles/partiql/parser.ts';
import { anyCondition } from '../generators/conditions.ts';
import { insert, remove, select, update } from '../generators/partiql/statements.ts';
import { anyProjection, projectionText as written } from '../generators/paths.ts';
import { anySchema, keyOf } from '../generators/schemas.ts';
import { anyUpdate, updateText as writtenUpdate } from '../generators/updates.ts';
import { ownWords } from '../generators/words.ts';
import { Writer } from '../generators/writer.ts';
import { conditionText, projectionText, updateText } from './expression-text.ts';
import { StatementWriter } from './statement-text.ts';

/** Writing a tree as text and parsing that text gives the tree again. */
test('expressions', () => {
  fc.assert(
    fc.property(anyCondition(ownWords), (tree) => {
      const { condition } = parseCondition(new Writer().condition(tree));
      expect(parseCondition(conditionText(condition))).toEqual({ condition, redundantParentheses: false });
    }),
  );
  fc.assert(
    fc.property(anyUpdate(ownWords, []), (actions) => {
      const parsed = parseUpdate(writtenUpdate(new Writer(), actions));
      expect(parseUpdate(updateText(parsed.actions))).toEqual(parsed);
    }),
  );
  fc.assert(
    fc.property(anyProjection(ownWords, []), (paths) => {
      const parsed = parseProjection(written(new Writer(), paths));
      expect(parseProjection(projectionText(parsed))).toEqual(parsed);
    }),
  );
});

const withoutPlaces = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, member) => (name === 'at' ? undefined : member)));

test('statements', () => {
  const any = anySchema.chain((schema) =>
    fc.oneof(select(schema), insert(schema), update(schema, keyOf(schema)), remove(schema, keyOf(schema))),
  );
  fc.assert(
    fc.property(any, ({ before, after }) => {
      const { statement } = parseStatement(`${before}rows${after.text}`);
      const writer = new StatementWriter();
      const again = parseStatement(writer.statement(statement));
      expect(again.parameters).toBe(writer.parameters.length);
      const numbered = JSON.stringify(withoutPlaces(again.statement)).replace(
        /"parameter","index":(\d+)/g,
        (_, at) => `"parameter","index":${writer.parameters[Number(at)]}`,
      );
      expect(JSON.parse(numbered)).toEqual(withoutPlaces(statement));
    }),
  );
});
