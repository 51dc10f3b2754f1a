/** Real DynamoDB: the reference, where there are credentials and permission. */
import { remoteTarget } from './endpoint.ts';

export const aws = remoteTarget(
  'aws',
  'DynamoDB at AWS',
  ({ region = 'us-east-1' }) => new URL(`https://dynamodb.${region}.amazonaws.com/`),
);
