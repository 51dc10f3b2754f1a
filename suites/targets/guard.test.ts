import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { describe, expect, test } from 'vitest';
import { streamsUrlOf } from './endpoint.ts';
import { assertAllowed, type Reach, reachOf } from './guard.ts';

const hosts: { readonly [reach in Reach]: readonly string[] } = {
  here: [
    ...['localhost', 'LocalHost', 'localhost.', 'localhost..', '%6cocalhost'],
    ...['127.0.0.1', '127.0.0.1.', '127.1', '127.255.255.254', '2130706433', '0x7f000001', '017700000001', '0x7f.1'],
    ...['０.0.0.0', '0.0.0.0', '0', '[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
    ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255', '0xC0A80001'],
    ...['169.254.1.1', '[fe80::1]', '[febf::1]', '[fc00::1]', '[fdff:ffff::1]', '[::ffff:10.0.0.1]'],
  ],
  remote: [
    ...['store.example', 'dynamo.internal', 'host.docker.internal', 'dynamodb', 'nas.local', 'localhost.localdomain'],
    // RFC 6761 reserves them for this machine, but glibc asks DNS.
    ...['db.localhost', 'a.b.localhost.'],
    ...['notlocalhost', 'localhost.example', '127.0.0.1.example', '10.0.0.1.nip.io'],
    ...['8.8.8.8', '9.255.255.255', '11.0.0.0', '126.255.255.255', '128.0.0.0', '134744072', '0x08080808'],
    ...[
      '172.15.255.255',
      '172.32.0.0',
      '192.167.255.255',
      '192.169.0.0',
      '169.253.255.255',
      '169.255.0.0',
      '100.64.0.1',
    ],
    ...['0.0.0.1', '[2606:4700::1]', '[fec0::1]', '[fbff::1]', '[fe00::1]', '[::2]', '[::ffff:8.8.8.8]', '[::7f00:1]'],
    // Other addresses that lead to IPv4, with an unknown destination.
    ...['[64:ff9b::a00:1]', '[2002:a00:1::]'],
    ...['amazonaws.com.example', 'notamazonaws.com', 'amazonaws.co', 'aws.example', 'my-aws', 'ic.gov', 'sgov.gov'],
    'xn--amazonws-4cb.com',
  ],
  aws: [
    ...['dynamodb.us-east-1.amazonaws.com', 'dynamodb.us-east-1.amazonaws.com.', 'dynamodb.us-east-1.amazonaws.com..'],
    ...['DYNAMODB.US-EAST-1.AMAZONAWS.COM', 'dynamodb.us-east-1.%61mazonaws.com', 'dynamodb.us-east-1.amazonaws%2Ecom'],
    ...[
      'dynamodb.us-east-1.ａｍａｚｏｎａｗｓ.com',
      'dynamodb。us-east-1。amazonaws。com',
      'dynamodb.us-east-1.amazon\u00adaws.com',
    ],
    ...['dynamodb-fips.us-east-1.amazonaws.com', 'streams.dynamodb.us-east-1.amazonaws.com', 'amazonaws.com'],
    ...['123456789012.ddb.us-east-1.amazonaws.com', '123456789012.ddb.us-east-1.api.aws', 'api.aws', 'x.on.aws'],
    ...['vpce-0a1b-2c3d.dynamodb.us-east-1.vpce.amazonaws.com', 'vpce-0a1b.dynamodb.us-east-1.vpce.amazonaws.com.'],
    ...['dynamodb.us-east-1.api.aws', 'dynamodb.us-east-1.api.aws.', 'streams-dynamodb.us-east-1.api.aws'],
    ...['dax.us-east-1.amazonaws.com', 'ec2-1-2-3-4.compute-1.amazonaws.com', 'a.elb.us-east-1.amazonaws.com'],
    ...[
      'dynamodb.cn-north-1.amazonaws.com.cn',
      'dynamodb.eusc-de-east-1.amazonaws.eu',
      'dynamodb.us-iso-east-1.c2s.ic.gov',
    ],
    ...[
      'dynamodb.us-isob-east-1.sc2s.sgov.gov',
      'DYNAMODB.us-isob-east-1.sc2s.sgov.gov.',
      'dynamodb.us-gov-west-1.amazonaws.com',
    ],
  ],
};

describe.each(Object.entries(hosts))('%s', (reach, names) => {
  test.each([...names])('%s', (name) => {
    for (const scheme of ['http', 'https', 'HTTPS']) {
      expect(reachOf(new URL(`${scheme}://${name}/`))).toBe(reach);
      expect(reachOf(new URL(`${scheme}://${name}:8443/path`))).toBe(reach);
    }
  });
});

const url = (name: string) => new URL(`https://${name}`);

test('each permission allows only its own kind of host', () => {
  const [here, remote, aws] = [url('127.0.0.1'), url('store.example'), url('dynamodb.eu-west-1.amazonaws.com.')];
  expect(() => assertAllowed(here, {})).not.toThrow();
  expect(() => assertAllowed(remote, { realAwsAllowed: true })).toThrow(/store\.example is neither this machine/);
  expect(() => assertAllowed(remote, { remoteAllowed: true })).not.toThrow();
  expect(() => assertAllowed(aws, { remoteAllowed: true })).toThrow(/real DynamoDB costs money/);
  expect(() => assertAllowed(aws, { realAwsAllowed: true })).not.toThrow();
});

/** One region per partition. */
const regions = [
  ...[
    'us-east-1',
    'cn-north-1',
    'us-gov-west-1',
    'us-iso-east-1',
    'us-isob-east-1',
    'eu-isoe-west-1',
    'us-isof-south-1',
  ],
  'eusc-de-east-1',
];

test('every endpoint that the SDK builds counts as AWS, and its streams host is the SDK’s', () => {
  const { config: tables } = new DynamoDBClient({ region: 'us-east-1' });
  const { config: streams } = new DynamoDBStreamsClient({ region: 'us-east-1' });
  for (const Region of regions)
    for (const UseDualStack of [false, true])
      for (const UseFIPS of [false, true]) {
        const choice = { Region, UseDualStack, UseFIPS };
        const [own, stream] = [tables.endpointProvider(choice).url, streams.endpointProvider(choice).url];
        expect([own.host, reachOf(own)]).toEqual([own.host, 'aws']);
        expect([stream.host, reachOf(stream)]).toEqual([stream.host, 'aws']);
        expect(streamsUrlOf(own).host).toBe(stream.host);
      }
});
