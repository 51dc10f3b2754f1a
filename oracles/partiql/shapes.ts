/** The members of the PartiQL requests. Source: the service model. */
import type { Shape } from '../store/rules.ts';
import type { Operation } from '../values/types.ts';

const statement = { kind: 'string', min: 1, max: 8192, required: true } as const;
const parameters = { kind: 'list', of: { kind: 'value' }, min: 1 } as const;
const flag = { kind: 'boolean' } as const;
const consumed = { kind: 'string', oneOf: ['INDEXES', 'TOTAL', 'NONE'] } as const;
const onFailure = { kind: 'string', oneOf: ['ALL_OLD', 'NONE'] } as const;

const parameterized = { Statement: statement, Parameters: parameters, ReturnValuesOnConditionCheckFailure: onFailure };

export const partiqlShapes = {
  ExecuteStatement: {
    ReturnConsumedCapacity: consumed,
    Statement: statement,
    Parameters: parameters,
    ConsistentRead: flag,
    NextToken: { kind: 'string', min: 1, max: 32_768 },
    Limit: { kind: 'integer', min: 1 },
    ReturnValuesOnConditionCheckFailure: onFailure,
  },
  BatchExecuteStatement: {
    ReturnConsumedCapacity: consumed,
    Statements: {
      kind: 'list',
      required: true,
      min: 1,
      max: 25,
      of: { kind: 'structure', members: { ...parameterized, ConsistentRead: flag } },
    },
  },
  ExecuteTransaction: {
    ClientRequestToken: { kind: 'string', min: 1, max: 36 },
    ReturnConsumedCapacity: consumed,
    TransactStatements: {
      kind: 'list',
      required: true,
      min: 1,
      max: 100,
      of: { kind: 'structure', members: parameterized },
    },
  },
} as const satisfies { readonly [Name in Operation]?: Shape };
