import { readBusinessClock } from '#database/server/business-clock.ts';
import { atMachine } from '../as-command.ts';
import { formatSpan } from '../format-span.ts';

export const clockShow = atMachine({
  name: 'clock show',
  params: {},
  summary: 'Show business time and how far ahead it is',
  sandboxOnly: true,
  async run({ db }) {
    const { now, aheadMs } = await readBusinessClock(db);
    const at = now.toISOString();
    return { lines: [`Business time is ${at}, ${formatSpan(aheadMs)} ahead.`], json: { now: at, aheadMs } };
  },
});
