/** The members of the requests about a table's settings. Source: the service model. */
import type { Operation } from '../values/types.ts';
import type { Rule, Shape } from './rules.ts';

const tableName = { kind: 'string', min: 1, max: 1024, required: true } as const;
const arn = { kind: 'string', min: 1, max: 1283, required: true } as const;
const flag = { kind: 'boolean', required: true } as const;
/** Tag rules have their own wording, see `tag-rules.ts`. */
const tagText = { kind: 'string' } as const;

export const tagList: Rule = {
  kind: 'list',
  of: {
    kind: 'structure',
    members: { Key: tagText, Value: tagText },
  },
};

export const encryptionRule: Rule = {
  kind: 'structure',
  members: {
    Enabled: { kind: 'boolean' },
    SSEType: { kind: 'string', oneOf: ['AES256', 'KMS'] },
    KMSMasterKeyId: { kind: 'string' },
  },
};

export const settingShapes = {
  UpdateTimeToLive: {
    TableName: tableName,
    TimeToLiveSpecification: {
      kind: 'structure',
      required: true,
      members: {
        Enabled: flag,
        AttributeName: { kind: 'string', min: 1, max: 255, required: true },
      },
    },
  },
  DescribeTimeToLive: { TableName: tableName },
  TagResource: { ResourceArn: arn, Tags: { ...tagList, required: true } },
  UntagResource: { ResourceArn: arn, TagKeys: { kind: 'list', of: tagText, required: true } },
  ListTagsOfResource: { ResourceArn: arn, NextToken: { kind: 'string' } },
  DescribeContinuousBackups: { TableName: tableName },
  UpdateContinuousBackups: {
    TableName: tableName,
    PointInTimeRecoverySpecification: {
      kind: 'structure',
      required: true,
      members: {
        PointInTimeRecoveryEnabled: flag,
        RecoveryPeriodInDays: { kind: 'integer', min: 1, max: 35 },
      },
    },
  },
  DescribeLimits: {},
  DescribeEndpoints: {},
} as const satisfies { readonly [Name in Operation]?: Shape };
