import { micros, percentFromJsonNumber, toDecimal, toJsonNumber, usd, zero } from '#money/money.ts';
import { boundsOfDays, dayIn } from '#platform/server/span.ts';
import { readHouseZone } from '#settings/server/house-zone.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import { readSetting } from '#settings/server/settings.ts';
import type { Sql } from '#database/server/database.ts';
import { declareCommand, declareLook, type Looking } from '#commands/server/declaration.ts';
import { code, day, moneyOrNone, number, reason, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { readReachOfAll } from '#commands/server/standing.ts';
import { readTreasury } from '#ledger/server/account-store.ts';
import { promisedProfit } from '#positions/promised-profit.ts';
import { endOf, type Promocode, statusOf } from '#primevault/promocode.ts';
import { insertPromocode, markEnded, readPromocode, readPromocodes } from '#primevault/server/promocode-store.ts';
import { codeMostPromised, vaultAmounts } from '#primevault/server/vault-settings.ts';
import { losesByPoints } from '../losing-settings.ts';
import { wordsOf } from './words.ts';

/** Creates a code for the vault. Days are the house's; the last one is included. */
export const promocodeCreate = declareCommand({
  name: 'promocode create',
  params: {
    code: word(code),
    points: number(1000, 2),
    min: moneyOrNone,
    uses: number(1_000_000),
    each: number(1_000_000),
    from: day,
    until: day,
  },
  facts: { promise: 'money', left: 'money' },
  roles: ['desk'],
  effect: 'liability',
  words: wordsOf('promocode create'),
  read: async (on) => ({ promise: toDecimal(await readMostPromised(on)) }),
  stands: async ({ sql }) => ({ left: toDecimal(await readTreasury(sql)), ...(await readReachOfAll(sql)) }),
  async run({ tx, mode }, { code: named, min, uses, each, from, until, ...given }) {
    if (until < from) throw new CommandRefused('promocode_reversed', `${until} is before ${from}.`);
    const { now } = await readBusinessClock(tx);
    const { start: validFrom, end: validUntil } = boundsOfDays(await readHouseZone(tx), from, until);
    if (validUntil <= now) throw new CommandRefused('promocode_over', `${until} has already passed.`);
    const points = percentFromJsonNumber(given.points);
    const loses = await losesByPoints(tx, points, mode, validUntil);
    if (loses) throw new CommandRefused('promocode_loses', loses);
    const promocode: Promocode = {
      code: named,
      points,
      usesAllowed: uses,
      usesPerCustomer: each,
      uses: 0,
      mostPromised: await readMostPromised({ sql: tx, mode }),
      promised: zero,
      minAmount: min,
      validFrom,
      validUntil,
      endedAt: null,
    };
    await refuseTooMuch({ sql: tx, mode }, promocode);
    if (!(await insertPromocode(tx, promocode))) {
      throw new CommandRefused('promocode_exists', `The code ${named} already exists.`);
    }
    return { outcome: 'created', facts: { promise: toDecimal(promocode.mostPromised) } };
  },
});

/** Ends a code immediately. Investments opened with it keep their return. */
export const promocodeEnd = declareCommand({
  name: 'promocode end',
  params: { code: word(code), reason },
  facts: {},
  roles: ['desk'],
  effect: null,
  isDestructive: true,
  words: wordsOf('promocode end'),
  async run({ tx }, { code: named }) {
    const { now } = await readBusinessClock(tx);
    if (!(await markEnded(tx, named, now))) throw await explainRefusal(tx, named);
    return { outcome: 'ended', facts: {} };
  },
});

export const promocodeList = declareLook({
  name: 'promocode list',
  params: {},
  roles: ['desk', 'support', 'auditor'],
  words: wordsOf('promocode list'),
  async show({ sql }) {
    const { now } = await readBusinessClock(sql);
    const told = { now, zone: await readHouseZone(sql) };
    const promocodes = await readPromocodes(sql);
    return {
      lines: promocodes.length > 0 ? promocodes.map((each) => asLine(each, told)) : ['There are no promotional codes.'],
      json: promocodes.map((each) => asJson(each, told)),
    };
  },
});

type On = Pick<Looking, 'sql' | 'mode'>;

const readMostPromised = async ({ sql, mode }: On) => usd(String(await readSetting(sql, codeMostPromised, mode)));

/** A code that promises more than its bound even if every use is of the least amount could never be used as often as it says. */
async function refuseTooMuch({ sql, mode }: On, promocode: Promocode): Promise<void> {
  const { code: named, points, usesAllowed, minAmount, mostPromised } = promocode;
  const leastOfVault = usd(String((await readSetting(sql, vaultAmounts, mode))[0]));
  const least = minAmount > leastOfVault ? minAmount : leastOfVault;
  const promised = micros(BigInt(usesAllowed) * promisedProfit(least, points));
  if (promised <= mostPromised) return;
  throw new CommandRefused(
    'promocode_promises_too_much',
    `${named} would promise ${toDecimal(promised)} USD or more: ${toDecimal(points, 0)} % of ${toDecimal(least)} USD, ${usesAllowed} times. One code may promise ${toDecimal(mostPromised)} USD in all (primevault.code_most_promised_usd).`,
  );
}

async function explainRefusal(sql: Sql, named: string): Promise<CommandRefused> {
  return (await readPromocode(sql, named))
    ? new CommandRefused('promocode_over', `The code ${named} has already ended.`)
    : new CommandRefused('promocode_unknown', `There is no code ${named}.`);
}

const standings = { upcoming: 'not valid yet', active: 'valid', expired: 'expired', used_up: 'used up' } as const;

/** When it is told, and the house's zone. */
interface Told {
  now: Date;
  zone: string;
}

function asLine(promocode: Promocode, { now, zone }: Told): string {
  const { points, uses, usesAllowed, usesPerCustomer, minAmount, promised, mostPromised } = promocode;
  const least = minAmount > 0n ? `from ${toDecimal(minAmount)} USD, ` : '';
  const days = `${dayIn(zone, promocode.validFrom)} to ${lastDayOf(promocode, zone)}`;
  const standing = standings[statusOf(promocode, now)];
  return `${promocode.code}  +${toDecimal(points, 0)} points, ${least}${days}, used ${uses} of ${usesAllowed}, ${usesPerCustomer} per customer, promised ${toDecimal(promised)} of ${toDecimal(mostPromised)} USD: ${standing}`;
}

function asJson(promocode: Promocode, { now, zone }: Told): object {
  return {
    code: promocode.code,
    points: toJsonNumber(promocode.points),
    uses: promocode.uses,
    usesAllowed: promocode.usesAllowed,
    usesPerCustomer: promocode.usesPerCustomer,
    promised: toJsonNumber(promocode.promised),
    mostPromised: toJsonNumber(promocode.mostPromised),
    min: toJsonNumber(promocode.minAmount),
    from: dayIn(zone, promocode.validFrom),
    until: lastDayOf(promocode, zone),
    status: statusOf(promocode, now),
  };
}

/** The end is exclusive; people are shown the last day that counts. */
function lastDayOf(promocode: Promocode, zone: string): string {
  return dayIn(zone, new Date(endOf(promocode).getTime() - 1));
}
