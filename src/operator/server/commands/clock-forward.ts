import { moveBusinessClock, readBusinessClock } from '#database/server/business-clock.ts';
import { transaction } from '#database/server/transaction.ts';
import { raw, word } from '#commands/server/params.ts';
import { atMachine } from '../as-command.ts';
import { CommandRefused, Mistyped } from '#commands/server/refused.ts';
import { recordAction } from '../record-action.ts';
import { readSpan } from '../read-span.ts';
import { settleDue } from '../settle-due.ts';
import { formatSpan } from '../format-span.ts';

const farthestMs = 100 * 365 * 86_400_000;

/** Advances business time, never that of logins and rate limits, and returns when everything that fell due is settled. */
export const clockForward = atMachine({
  name: 'clock forward',
  params: { span: word(raw) },
  summary: 'Move business time ahead, for example by 30d, 12h, 45m or 1d12h, and settle what falls due',
  sandboxOnly: true,
  async run({ db, operator, events }, { span: typed }) {
    const spanMs = readSpan(typed);
    if (!spanMs) throw new Mistyped(`Not a duration: ${typed}. Use days, hours, minutes or seconds, such as 30d.`);

    const clock = await transaction(db, async (tx) => {
      const { aheadMs } = await readBusinessClock(tx);
      if (aheadMs + spanMs > farthestMs) {
        throw new CommandRefused('too_far', 'The clock would be more than a hundred years ahead.');
      }
      await recordAction(tx, { operator, action: 'clock forward', details: { span: typed } });
      return moveBusinessClock(tx, spanMs);
    });
    const settled = await settleDue(db, clock.now, events);

    const now = clock.now.toISOString();
    return {
      lines: [`Business time is ${now}, ${formatSpan(clock.aheadMs)} ahead. Everything due has been settled.`],
      json: { now, aheadMs: clock.aheadMs, settled },
    };
  },
});
