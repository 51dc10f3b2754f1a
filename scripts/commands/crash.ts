import { count } from '../../reports/text/format.ts';
import { pad } from '../../reports/text/width.ts';
import { crash as playCrash } from '../../suites/crash/crash.ts';
import { disturbances } from '../../suites/crash/disturbance.ts';
import { readRound } from '../../suites/crash/plan.ts';
import type { Round } from '../../suites/crash/round.ts';
import { subjects } from '../../suites/crash/subjects.ts';
import { type CommandContext, defineCommand } from '../command-line/command.ts';
import type { Option } from '../command-line/option.ts';
import { unknownName } from '../command-line/unknown-name.ts';
import { mutantOption, roundOptions, runRounds } from '../options/rounds.ts';
import { startOptions } from '../options/start.ts';
import { targetOption } from '../options/targets.ts';

const options = [
  targetOption,
  ...roundOptions,
  mutantOption,
  ...startOptions,
  ['--list', 'list the requests and the disturbances, and do nothing else'],
] as const satisfies readonly Option[];

export const crash = defineCommand({
  name: 'crash',
  summary:
    'lets clients leave and servers die in the middle of each request, and checks that everything is whole again',
  options,
  example: `npx parallax crash --target dynoxide-file,dynalite-file --rounds 300
  npx parallax crash --target extenddb-file --round restore/kill/answer-40

A round is REQUEST/DISTURBANCE/MOMENT. The moment is a share of what the request takes undisturbed: answer-40 is 40 % of the time
until its answer, settling-40 of the time after it until nothing is in a passing state, sending-40 of the bytes of the request.`,
  async run(context, _operands, options) {
    if (options.list) return listed(context);
    return runRounds(context, { name: 'crash', roundNamed, play: playCrash }, options);
  },
});

function roundNamed(id: string): Round {
  const round = readRound(id);
  if (round !== undefined) return round;
  const known = Object.keys(subjects).flatMap((subject) =>
    Object.keys(disturbances).map((one) => `${subject}/${one}/answer-50`),
  );
  throw unknownName(
    `no round is called '${id}'`,
    id,
    known,
    'give REQUEST/DISTURBANCE/MOMENT, such as put/kill/answer-50',
  );
}

function listed(context: CommandContext): number {
  const titles = Object.fromEntries(Object.entries(subjects).map(([name, { title }]) => [name, title]));
  const lines = (all: { readonly [name: string]: string }): string[] =>
    Object.entries(all).map(([name, title]) => `  ${pad(name, 16)}${title}`);
  const numbers = `${count(Object.keys(titles).length, 'request')}, ${count(Object.keys(disturbances).length, 'disturbance')}`;
  context.print(['requests:', ...lines(titles), 'disturbances:', ...lines(disturbances), numbers].join('\n'));
  const rounds = Object.keys(titles).flatMap((subject) => Object.keys(disturbances).map((one) => `${subject}/${one}`));
  context.writeJson({ ...context.envelope('crash', 'holds'), rounds });
  return 0;
}
