/** D3: the items of a backup are dropped in two steps, by a delete or by the sweep. */
import type { Step } from '../../../../language/model.ts';
import type { StepProperties } from './properties.ts';
import type { World } from './world.ts';

/** `me`: the process that drops, at `drop` or `dropping`. Continues at `mark`. */
export function dropItems<At extends string>(
  { database, data: [data] }: World,
  step: Step<'D3 drop begins' | 'D3 drop ends'>,
  me: { at: At | 'drop' | 'dropping' | 'mark' },
  properties: StepProperties,
): void {
  database.update(step, data!, (dropping) => {
    if (me.at === 'drop') {
      dropping('D3 drop begins', () => {
        const before = data!.is;
        if (data!.is === 'full') data!.is = 'dropping';
        properties.goneStaysGone(() => before !== 'gone' || data!.is === 'gone');
        me.at = 'dropping';
      });
    } else {
      dropping('D3 drop ends', () => {
        data!.is = 'gone';
        me.at = 'mark';
      });
    }
  });
}
