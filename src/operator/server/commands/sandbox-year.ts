import { transaction } from '#database/server/transaction.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { switchedProducts } from '#positions/registry.ts';
import { requireSetting } from '../change-setting.ts';
import { promocodeCreate } from './promocodes.ts';
import { optional, raw } from '#commands/server/params.ts';
import { readTyped } from '#commands/server/read-values.ts';
import { atMachine, type Lastro, type Outcome } from '../command.ts';
import { runDeclared } from '../run-declared.ts';
import { CommandRefused, Mistyped } from '#commands/server/refused.ts';
import { recordAction } from '../record-action.ts';
import { rollFrom } from '../year/chance.ts';
import { demo } from '../year/demo-login.ts';
import { yearPromocode } from '../year/live-day.ts';
import { liveYear, type YearResult, type YearOptions } from '../year/live-year.ts';
import { Tally } from '../year/tally.ts';

/** Lives a simulated year with everything at once, long enough to trust it, and leaves a history to look at. */
export const sandboxYear = atMachine({
  name: 'sandbox year',
  params: { customers: optional(raw), days: optional(raw), faults: optional(raw), seed: optional(raw) },
  summary:
    'Simulate a year in minutes: customers, products, operations, brokerage faults; the books are audited every day',
  sandboxOnly: true,
  async run(lastro, options) {
    const { brokerage, api, db } = lastro;
    if (!brokerage || !api)
      throw new CommandRefused('not_running', '"sandbox year" needs a running Lastro: start it with npm start.');
    const year = {
      customers: readCount(options.customers, 40),
      days: readCount(options.days, 365),
      faultsADay: readCount(options.faults, 4),
    };
    const seed = readCount(options.seed, 1);
    await prepare(lastro, { ...year, seed });
    const tally = new Tally();
    const startedAt = performance.now();
    const stage = { db, api, tally, chance: rollFrom(seed) };
    const result = await liveYear(stage, { ...lastro, brokerage }, year);
    return tell(result, year, tally, (performance.now() - startedAt) / 1000);
  },
});

function readCount(typed: string | undefined, usual: number): number {
  if (typed === undefined) return usual;
  if (!/^\d{1,6}$/.test(typed)) throw new Mistyped(`Not a number: ${typed}.`);
  return Number(typed);
}

/** Opens every switch and creates a promotional code that will run out. */
async function prepare(lastro: Lastro, details: YearOptions & { seed: number }): Promise<void> {
  await transaction(lastro.db, async (tx) => {
    for (const product of switchedProducts) await writeSetting(tx, requireSetting(`${product}.open`), true);
    await recordAction(tx, { operator: lastro.operator, action: 'sandbox year', details: { ...details } });
  });
  const code = {
    code: yearPromocode,
    points: '5',
    uses: '20',
    each: '1',
    min: '100',
    from: '2020-01-01',
    until: '2099-12-31',
  };
  // In a second year the code exists already.
  await runDeclared(promocodeCreate, lastro, readTyped(promocodeCreate, code)).catch((error: unknown) => {
    if (!(error instanceof CommandRefused)) throw error;
  });
}

function tell(
  { findings, faults, settled, hasDemo }: YearResult,
  options: YearOptions,
  tally: Tally,
  seconds: number,
): Outcome {
  const isGood = findings.length === 0 && tally.surprises.length === 0;
  return {
    lines: [
      `${options.days} days of ${options.customers} customers in ${seconds.toFixed(0)} s; ${faults} brokerage faults met; ${settled} positions ended.`,
      ...(hasDemo ? [`  ${demo.email} took part: log in to see the result.`] : []),
      ...tally.lines(),
      ...tally.surprises.slice(0, 20).map((surprise) => `  unexpected: ${surprise}`),
      ...findings.map(({ rule, where }) => `  broken: ${rule}: ${where}`),
      isGood ? 'The books balanced every day, and the brokerage’s own book agrees.' : 'Something is wrong: see above.',
    ],
    json: { findings, faults, settled, hasDemo, surprises: tally.surprises, counts: tally.asJson() },
    isRefused: !isGood,
  };
}
