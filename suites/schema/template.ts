/** Finds tables in CloudFormation, SAM, serverless and CDK templates. */

import { type Reader, reading, schemaOf } from './definition.ts';
import { isPlainObject, type Plain, type PlainObject } from './document.ts';
import { Intrinsics, type Resolved } from './intrinsics.ts';
import { type OwnTable, type Place, SchemaError, type SchemaFile } from './table.ts';

type Resource = { id: string; type: string; resource: PlainObject; place: Place; intrinsics: Intrinsics };

export const isTemplate = (value: Plain): value is PlainObject =>
  isPlainObject(value) && isPlainObject(value.Resources);
export const isServerless = (value: Plain): value is PlainObject =>
  isPlainObject(value) && (isPlainObject(value.resources) || Array.isArray(value.resources));

const simpleTypes: { readonly [type: string]: string } = { String: 'S', Number: 'N', Binary: 'B' };

/** `AWS::Serverless::SimpleTable`: one key, by default a string named `id`. */
function simpleTable(properties: Reader): Resolved {
  const key = properties.at('PrimaryKey');
  const given = key.absent ? undefined : key;
  const AttributeName = given?.at('Name').text ?? 'id';
  const type = given?.at('Type').text ?? 'String';
  const AttributeType = simpleTypes[type];
  if (AttributeType === undefined)
    throw new SchemaError(`'${type}' is not String, Number or Binary`, [...key.place, 'Type']);
  return {
    KeySchema: [{ AttributeName, KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName, AttributeType }],
  };
}

/** The property reader of each resource type. */
const readers: { readonly [type: string]: (properties: Reader) => Reader } = {
  'AWS::DynamoDB::Table': (properties) => properties,
  'AWS::DynamoDB::GlobalTable': (properties) => properties,
  'AWS::Serverless::SimpleTable': (properties) => reading(simpleTable(properties), properties.place),
};

export function readTemplate(template: PlainObject): SchemaFile {
  return fileOf(resourcesOf(template, ['Resources'], new Intrinsics(template)), []);
}

/** Serverless has one template or a list of them under `resources`. */
export function readServerless(file: PlainObject): SchemaFile {
  const several = Array.isArray(file.resources);
  const parts: Plain[] = several ? (file.resources as Plain[]) : [file.resources!];
  const leftOut: string[] = [];
  const resources = parts.flatMap((part, at): Resource[] => {
    const place: Place = several ? ['resources', at] : ['resources'];
    if (isTemplate(part)) return resourcesOf(part, [...place, 'Resources'], new Intrinsics(part, file));
    if (typeof part === 'string') leftOut.push(`${part}: another file; give it to --schema directly`);
    return [];
  });
  return fileOf(resources, leftOut);
}

const resourcesOf = (template: PlainObject, place: Place, intrinsics: Intrinsics): Resource[] =>
  Object.entries(template.Resources as PlainObject).map(([id, resource]) => ({
    ...{ id, intrinsics, place: [...place, id] },
    resource: isPlainObject(resource) ? resource : {},
    type: isPlainObject(resource) && typeof resource.Type === 'string' ? resource.Type : 'no Type',
  }));

function fileOf(resources: readonly Resource[], leftOut: readonly string[]): SchemaFile {
  const [tables, others] = [
    resources.filter(({ type }) => Object.hasOwn(readers, type)),
    resources.filter(({ type }) => !Object.hasOwn(readers, type)),
  ];
  const absent = tables.filter(
    ({ resource, intrinsics }) => intrinsics.condition(String(resource.Condition)) === false,
  );
  return {
    tables: tables.filter((one) => !absent.includes(one)).map(tableOf),
    leftOut: [
      ...leftOut,
      ...absent.map(({ id, resource }) => `${id}: its condition ${String(resource.Condition)} is false`),
      ...countedByType(others),
    ],
  };
}

function tableOf({ id, type, resource, place, intrinsics }: Resource): OwnTable {
  const own = [...place, 'Properties'];
  const properties = reading(intrinsics.resolve(resource.Properties ?? {}), own);
  return { name: id, schema: schemaOf(readers[type]!(properties)), attributes: new Map(), rows: [] };
}

function countedByType(others: readonly Resource[]): string[] {
  const counts = new Map<string, number>();
  for (const { type } of others) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => `${type}${count > 1 ? ` (${count})` : ''}: not a table`);
}
