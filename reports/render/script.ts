/** A divergence of a case as a script of its own: it sends the requests, prints the answers, and exits 0 when the divergence shows. */
import type { JsonObject, Operation } from '../../oracles/values/types.ts';
import type { Case } from '../../suites/cases/case.ts';
import { requestJson, type TargetTranscript } from '../../suites/runner/judge/shown.ts';
import type { Divergence } from '../../suites/runner/record.ts';
import { cellCode, code, fenced, markdownTable, prose } from '../text/markdown-text.ts';
import { shortLine } from '../text/visible.ts';
import { jsonLines } from './json-diff.ts';
import { certaintyText } from './parts.ts';

export const scriptKinds = ['sdk', 'curl', 'cli', 'boto3', 'issue'] as const;
export type ScriptKind = (typeof scriptKinds)[number];

/** Why a divergence has no script: its requests are made of answers, or are more than requests one after another. */
export class NoScript extends Error {}

interface Sent {
  readonly op: Operation;
  readonly input: JsonObject;
}

/** @throws NoScript */
export function scriptOf(
  kind: ScriptKind,
  subject: Case,
  played: TargetTranscript,
  one: Divergence,
  url: string,
): string {
  const requests = requestsOf(subject, played, one);
  if (kind === 'sdk') return sdkScript(requests, one, url);
  if (kind === 'boto3') return boto3Script(requests, one, url);
  if (kind === 'cli') return shellScript(requests, one, url, viaCli(requests));
  const script = shellScript(requests, one, url, viaCurl);
  return kind === 'curl' ? script : issueOf(requests, one, script);
}

/** The name has the form of a run's, so that `sweep` removes what an aborted script leaves. */
const tableOf = ({ fingerprint }: Divergence, name: string): string =>
  `parallax_${fingerprint.slice(0, 6)}_repro-${name}_1_`;

/** Values that are drawn for each run, so that they cannot be written down. */
const drawn = /"(?:ShardIterator|NextToken|StreamArn|BackupArn|ResourceArn|ExclusiveStartBackupArn)":/;

function requestsOf(subject: Case, played: TargetTranscript, one: Divergence): Sent[] {
  const tables = Object.entries(subject.tables ?? {});
  const at = played.entries.findIndex(({ step }) => step === one.step);
  if (at === -1) throw new NoScript('it shows in what was read after the last step');
  const made = tables.map(([name, schema]) => ({
    op: 'CreateTable' as const,
    input: { TableName: `<${name}>`, ...schema } as JsonObject,
  }));
  const entries = played.entries.slice(0, at + 1);
  if (entries.some(({ step }) => step.includes('.'))) throw new NoScript('its requests run at the same time');
  if (
    entries.some(({ body, headers, account }) => body !== undefined || headers !== undefined || account !== undefined)
  )
    throw new NoScript('a request is sent with a body, headers or an account of its own');
  if (one.class === 'endless' || entries.at(-1)?.repeat) throw new NoScript('it shows in a request that is repeated');
  const sent = entries.map((entry) => ({ op: entry.op, input: requestJson({ ...played, entry }) }));
  const all = JSON.stringify([...made, ...sent]);
  if (drawn.test(all)) throw new NoScript('its requests need values that are drawn for each run');
  return JSON.parse(all.replace(/"<([\w.-]+)>"/g, (_, name: string) => JSON.stringify(tableOf(one, name)))) as Sent[];
}

/** JavaScript, in both scripts: whether the last answer differs from the right one as it was found. */
const judge = (one: Divergence): string => `const right = ${JSON.stringify(one.answers.expected)};
const [kind, path] = ${JSON.stringify([one.class, one.path])};
const isRefused = (answer) => answer !== null && typeof answer === 'object' && '__type' in answer;
const typeOf = ({ __type }) => String(__type).split('#').pop();
const at = (value) => path.split(/[.[\\]]+/).filter(Boolean).reduce((inner, part) => inner?.[part], value);
const sorted = (value) => Array.isArray(value) ? value.map(sorted).map((one) => JSON.stringify(one)).sort()
  : value !== null && typeof value === 'object' ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])])) : value;
const rows = (answer) => answer[path.split(/[.[]/)[0]];
const same = (a, b) => JSON.stringify(kind === 'rows-order' ? a : sorted(a)) === JSON.stringify(kind === 'rows-order' ? b : sorted(b));
function shows(answer) {
  if (isRefused(right) !== isRefused(answer)) return true;
  if (isRefused(right)) return kind.startsWith('error-') && kind !== 'error-type' ? !same(at(right), at(answer)) : typeOf(right) !== typeOf(answer);
  if (path === '') return false;
  return kind.startsWith('rows-') ? !same(rows(right), rows(answer)) : !same(at(right), at(answer));
}`;

/** What the script is for. A title is foreign text, and may have several lines. */
const comment = (one: Divergence, sign: string): string =>
  [one.title, 'Exits 0 when the divergence shows, 1 when it does not, 2 when it could not be tried.']
    .map((line) => `${sign} ${shortLine(line)}`)
    .join('\n');

const tablesIn = (requests: readonly Sent[]): string[] => [
  ...new Set(requests.flatMap(({ op, input }) => (op === 'CreateTable' ? [String(input.TableName)] : []))),
];

function sdkScript(requests: readonly Sent[], one: Divergence, url: string): string {
  return `${comment(one, '//')}
// Run: npm install @aws-sdk/client-dynamodb && node FILE.mjs [ENDPOINT]
import * as sdk from '@aws-sdk/client-dynamodb';

const client = new sdk.DynamoDBClient({
  endpoint: process.argv[2] ?? ${JSON.stringify(url)},
  region: process.env.AWS_REGION ?? 'us-east-1',
  maxAttempts: 1,
  ...(process.env.AWS_ACCESS_KEY_ID ? {} : { credentials: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' } }),
});
const requests = ${JSON.stringify(requests, null, 2)};
${judge(one)}
// Binaries are base64 in JSON, and bytes in the SDK.
const toSdk = (value, name) => (name === 'B' && typeof value === 'string') ? Buffer.from(value, 'base64')
  : Array.isArray(value) ? value.map((one) => toSdk(one, name === 'BS' ? 'B' : undefined))
  : value !== null && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toSdk(inner, key)])) : value;
const fromSdk = (value) => value instanceof Uint8Array ? Buffer.from(value).toString('base64')
  : value instanceof Date ? value.getTime() / 1000
  : Array.isArray(value) ? value.map(fromSdk)
  : value !== null && typeof value === 'object' ? Object.fromEntries(Object.entries(value).filter(([key, inner]) => key !== '$metadata' && inner !== undefined).map(([key, inner]) => [key, fromSdk(inner)])) : value;

async function send({ op, input }) {
  try {
    return fromSdk(await client.send(new sdk[op + 'Command'](toSdk(input))));
  } catch (error) {
    if (error.$metadata?.httpStatusCode === undefined) throw error;
    return { __type: error.name, message: error.message, ...(error.CancellationReasons && { CancellationReasons: error.CancellationReasons }) };
  }
}

async function ready(TableName) {
  for (let turn = 0; turn < 600; turn += 1) {
    const { Table } = await send({ op: 'DescribeTable', input: { TableName } });
    if (Table?.TableStatus === 'ACTIVE' && (Table.GlobalSecondaryIndexes ?? []).every(({ IndexStatus }) => IndexStatus === 'ACTIVE')) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const tables = [...new Set(requests.filter(({ op }) => op === 'CreateTable').map(({ input }) => input.TableName))];
try {
  let answer;
  for (const request of requests) {
    answer = await send(request);
    console.log(request.op, JSON.stringify(request.input), '\\n  ', JSON.stringify(answer));
    if (request !== requests.at(-1) && request.op === 'CreateTable' && !isRefused(answer)) await ready(request.input.TableName);
  }
  console.log('right is', JSON.stringify(right));
  console.log(shows(answer) ? 'The divergence shows.' : 'The divergence does not show.');
  process.exitCode = shows(answer) ? 0 : 1;
} catch (error) {
  console.error('could not be tried:', error.message);
  process.exitCode = 2;
} finally {
  for (const TableName of tables) await send({ op: 'DeleteTable', input: { TableName } }).catch(() => {});
}
`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** How a script for the shell sends a request: `ask OPERATION JSON` prints the answer, and fails when there is none. */
interface Via {
  readonly needs: string;
  readonly ask: string;
}

const viaCurl: Via = {
  needs: 'curl 7.75 or newer',
  ask: `ask() {
  case $1 in *Stream*|*Shard*|*Records*) service=DynamoDBStreams_20120810 ;; *) service=DynamoDB_20120810 ;; esac
  curl -sS --aws-sigv4 "aws:amz:$AWS_DEFAULT_REGION:dynamodb" --user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" \\
    -H 'content-type: application/x-amz-json-1.0' -H "x-amz-target: $service.$1" --data-binary "$2" "$endpoint"
}`,
};

/** The command line checks requests itself, and reads binaries in its own ways. @throws NoScript */
function viaCli(requests: readonly Sent[]): Via {
  if (/"BS?":/.test(JSON.stringify(requests)))
    throw new NoScript('the AWS command line reads binaries differently in each version');
  return {
    needs: 'the AWS command line',
    ask: `ask() {
  name=$(printf %s "$1" | sed 's/\\([A-Z]\\)/-\\1/g; s/^-//' | tr '[:upper:]' '[:lower:]')
  if said=$(aws dynamodb "$name" --endpoint-url "$endpoint" --output json --cli-input-json "$2" 2>&1); then
    [ -n "$said" ] || said='{}'
    printf '%s' "$said"
  else
    printf '%s' "$said" | grep -q 'An error occurred (' || { printf '%s\\n' "$said" >&2; return 2; }
    printf '%s' "$said" | node -e 'const [, type, message] = /An error occurred \\((\\w+)\\)[^:]*: ([^]*)/.exec(require("fs").readFileSync(0, "utf8")); console.log(JSON.stringify({ __type: type, message: message.trim() }))'
  fi
}`,
  };
}

function shellScript(requests: readonly Sent[], one: Divergence, url: string, { needs, ask }: Via): string {
  const lines = requests.map(({ op, input }, index) => {
    const wait =
      op === 'CreateTable' && index < requests.length - 1 ? `\nready ${quoted(String(input.TableName))}` : '';
    return `send ${op} ${quoted(JSON.stringify(input))}${wait}`;
  });
  const cleans = tablesIn(requests).map(
    (name) => `  ask DeleteTable ${quoted(JSON.stringify({ TableName: name }))} >/dev/null 2>&1`,
  );
  return `#!/bin/sh
${comment(one, '#')}
# Needs ${needs}, and Node for the comparison. Run: sh FILE.sh [ENDPOINT]
endpoint=\${1:-${quoted(url)}}
export AWS_ACCESS_KEY_ID="\${AWS_ACCESS_KEY_ID:-AKIAIOSFODNN7EXAMPLE}"
export AWS_SECRET_ACCESS_KEY="\${AWS_SECRET_ACCESS_KEY:-wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY}"
export AWS_DEFAULT_REGION="\${AWS_DEFAULT_REGION:-us-east-1}"

${ask}
send() {
  answer=$(ask "$1" "$2") || exit 2
  printf '%s %s\\n  %s\\n' "$1" "$2" "$answer"
}
ready() {
  turn=0
  while [ $turn -lt 600 ] && ask DescribeTable "{\\"TableName\\":\\"$1\\"}" | grep -Eq '"(TableStatus|IndexStatus)": *"(CREATING|UPDATING)"'; do
    turn=$((turn + 1)); sleep 0.1
  done
}
clean() {
${cleans.join('\n') || '  :'}
}
trap clean EXIT

${lines.join('\n')}

node -e ${quoted(`${judge(one)}
const answer = JSON.parse(process.argv[1]);
console.log('right is', JSON.stringify(right));
console.log(shows(answer) ? 'The divergence shows.' : 'The divergence does not show.');
process.exitCode = shows(answer) ? 0 : 1;`)} "$answer"
`;
}

function boto3Script(requests: readonly Sent[], one: Divergence, url: string): string {
  const literal = (value: unknown): string => `json.loads(${JSON.stringify(JSON.stringify(value))})`;
  return `${comment(one, '#')}
# Run: pip install boto3 && python3 FILE.py [ENDPOINT]
import base64, datetime, json, os, re, sys, time
import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

os.environ.setdefault('AWS_ACCESS_KEY_ID', 'AKIAIOSFODNN7EXAMPLE')
os.environ.setdefault('AWS_SECRET_ACCESS_KEY', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')
endpoint = sys.argv[1] if len(sys.argv) > 1 else ${JSON.stringify(url)}
config = Config(parameter_validation=False, retries={'max_attempts': 0})
client = boto3.client('dynamodb', endpoint_url=endpoint, region_name=os.environ.get('AWS_REGION', 'us-east-1'), config=config)
requests = ${literal(requests)}
right = ${literal(one.answers.expected)}
kind, path = ${literal([one.class, one.path])}

def to_sdk(value, name=None):
    if name == 'B' and isinstance(value, str): return base64.b64decode(value)
    if isinstance(value, list): return [to_sdk(one, 'B' if name == 'BS' else None) for one in value]
    if isinstance(value, dict): return {key: to_sdk(inner, key) for key, inner in value.items()}
    return value

def from_sdk(value):
    if isinstance(value, (bytes, bytearray)): return base64.b64encode(value).decode()
    if isinstance(value, datetime.datetime): return value.timestamp()
    if isinstance(value, list): return [from_sdk(one) for one in value]
    if isinstance(value, dict): return {key: from_sdk(inner) for key, inner in value.items() if key != 'ResponseMetadata'}
    return value

def send(op, given):
    try:
        return from_sdk(client._make_api_call(op, to_sdk(given)))
    except ClientError as error:
        rest = {key: from_sdk(inner) for key, inner in error.response.items() if key not in ('Error', 'ResponseMetadata', 'message')}
        return {'__type': error.response['Error']['Code'], 'message': error.response['Error']['Message'], **rest}

def ready(table):
    for _ in range(600):
        found = send('DescribeTable', {'TableName': table}).get('Table', {})
        states = [found.get('TableStatus')] + [one.get('IndexStatus') for one in found.get('GlobalSecondaryIndexes', [])]
        if all(state == 'ACTIVE' for state in states): return
        time.sleep(0.1)

def at(value):
    for part in [part for part in re.split(r'[.\\[\\]]+', path) if part]:
        if isinstance(value, list): value = value[int(part)] if part.isdigit() and int(part) < len(value) else None
        else: value = value.get(part) if isinstance(value, dict) else None
    return value

def in_order(value):
    if isinstance(value, list): return sorted(json.dumps(in_order(one)) for one in value)
    return {key: in_order(value[key]) for key in sorted(value)} if isinstance(value, dict) else value

def same(a, b): return a == b if kind == 'rows-order' else in_order(a) == in_order(b)
def is_refused(answer): return isinstance(answer, dict) and '__type' in answer
def type_of(answer): return str(answer['__type']).split('#')[-1]

def shows(answer):
    if is_refused(right) != is_refused(answer): return True
    if is_refused(right):
        if kind.startswith('error-') and kind != 'error-type': return not same(at(right), at(answer))
        return type_of(right) != type_of(answer)
    if path == '': return False
    if kind.startswith('rows-'):
        top = re.split(r'[.\\[]', path)[0]
        return not same(right.get(top), answer.get(top))
    return not same(at(right), at(answer))

code = 2
try:
    for index, request in enumerate(requests):
        answer = send(request['op'], request['input'])
        print(request['op'], json.dumps(request['input']), '\\n  ', json.dumps(answer))
        if request['op'] == 'CreateTable' and index < len(requests) - 1 and not is_refused(answer): ready(request['input']['TableName'])
    print('right is', json.dumps(right))
    print('The divergence shows.' if shows(answer) else 'The divergence does not show.')
    code = 0 if shows(answer) else 1
except Exception as error:
    print('could not be tried:', error, file=sys.stderr)
finally:
    for table in ${literal(tablesIn(requests))}:
        try: send('DeleteTable', {'TableName': table})
        except Exception: pass
sys.exit(code)
`;
}

function issueOf(requests: readonly Sent[], one: Divergence, script: string): string {
  const last = requests.at(-1) as Sent;
  return `${[
    `# ${prose(one.title)}`,
    prose(one.because, 1000),
    `**Severity** ${one.severity} · **known** ${prose(certaintyText(one))} · found by Parallax as ${code(one.fingerprint)} in ${code(one.case)}`,
    `## The request\n\n${code(last.op)}, after ${requests.length - 1} others:`,
    fenced(jsonLines(last.input).join('\n'), 'json'),
    '## The answers',
    markdownTable(
      [one.path === '' ? 'whole answer' : cellCode(one.path), ''],
      [
        ['DynamoDB', cellCode(JSON.stringify(one.expected), 1000)],
        ['this store', cellCode(JSON.stringify(one.actual), 1000)],
      ],
    ),
    '## A script that shows it',
    fenced(script, 'sh', 20_000),
  ].join('\n\n')}\n`;
}
