import { columns, pad } from '../../reports/text/width.ts';
import { targets as registry } from '../../suites/targets/index.ts';
import { defineCommand } from '../command-line/command.ts';

export const targets = defineCommand({
  name: 'targets',
  summary: 'lists the targets, and says why this machine cannot run some of them',
  example: 'npx parallax targets',
  async run(context) {
    const rows = await Promise.all(
      Object.values(registry).map(async (target) => ({
        name: target.name,
        title: target.title,
        startedByUs: target.startedByUs,
        ...(await target.availability()),
      })),
    );
    const width = Math.max(...rows.map(({ name }) => columns(name)));
    for (const row of rows) {
      const state = row.kind === 'available' ? `${row.version}  ${row.found}` : `cannot run here: ${row.reason}`;
      context.print(`${pad(row.name, width)}  ${state}`);
      if (row.kind === 'unavailable') context.print(`${' '.repeat(width)}  to use it: ${row.remedy}`);
    }
    context.print(
      `\nAny http:// or https:// endpoint is a target, too: npx parallax run --target http://127.0.0.1:8000`,
    );
    const able = rows.filter(({ kind }) => kind === 'available').length;
    context.print(`${able} of ${rows.length} targets can run here.`);
    context.writeJson({ ...context.envelope('targets', 'holds'), targets: rows });
    return 0;
  },
});
