import { readBusinessClock } from '#database/server/business-clock.ts';
import type { Command } from '../command.ts';
import { formatSpan } from '../format-span.ts';

export const clockShow: Command = {
  name: 'clock show',
  summary: 'Show business time and how far ahead it is',
  sandboxOnly: true,
  async run({ db }) {
    const { now, aheadMs } = await readBusinessClock(db);
    const at = now.toISOString();
    return { lines: [`Business time is ${at}, ${formatSpan(aheadMs)} ahead.`], json: { now: at, aheadMs } };
  },
};
