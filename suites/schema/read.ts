/** Reads a user's tables from a file of any supported format. */

import { reading, schemaOf } from './definition.ts';
import { isPlainObject, lineOf, type Plain, type PlainObject, parseText } from './document.ts';
import { type OwnTable, type Place, placeText, SchemaError, type SchemaFile } from './table.ts';
import { isServerless, isTemplate, readServerless, readTemplate } from './template.ts';
import { isWorkbench, readWorkbench } from './workbench.ts';

/**
 * Accepts a CreateTable input, a DescribeTable answer, a list of these, a Workbench model, or a template of
 * CloudFormation, SAM, serverless or the CDK.
 * @throws SchemaError with line and path when the text cannot be read, holds no table, or a table that DynamoDB refuses
 */
export function readSchema(text: string): SchemaFile {
  try {
    const found = formatOf(parseText(text));
    if (found.tables.length > 0) return found;
    const seen = found.leftOut.length > 0 ? `: there are only ${found.leftOut.join('; ')}` : '';
    throw new SchemaError(`holds no DynamoDB table${seen}`);
  } catch (error) {
    throw error instanceof SchemaError ? located(error, text) : error;
  }
}

function located(error: SchemaError, text: string): SchemaError {
  if (error.place.length === 0) return error;
  const line = lineOf(text, error.place);
  const where = placeText(error.place);
  return new SchemaError(`${line === undefined ? '' : `line ${line}, `}${where}: ${error.message}`);
}

function formatOf(value: Plain): SchemaFile {
  if (isWorkbench(value)) return readWorkbench(value);
  if (isTemplate(value)) return readTemplate(value);
  if (isServerless(value)) return readServerless(value);
  if (Array.isArray(value)) return { tables: value.map((one, at) => created(one, [at], at)), leftOut: [] };
  if (isPlainObject(value) && (isPlainObject(value.Table) || 'KeySchema' in value || 'AttributeDefinitions' in value))
    return { tables: [created(value, [], 0)], leftOut: [] };
  throw new SchemaError(
    'is not one of these: CreateTable input, DescribeTable answer, NoSQL Workbench model, CloudFormation, SAM, serverless or CDK template',
  );
}

/** Reads CreateTable's input or DescribeTable's answer; ignores members that only an answer has. */
function created(value: Plain, place: Place, at: number): OwnTable {
  const described = isPlainObject(value) && isPlainObject(value.Table);
  const definition = described ? (value.Table as PlainObject) : value;
  const reader = reading(definition, described ? [...place, 'Table'] : place);
  const name = reader.at('TableName');
  return {
    name: name.absent ? `table-${at + 1}` : name.text,
    schema: schemaOf(reader),
    attributes: new Map(),
    rows: [],
  };
}
