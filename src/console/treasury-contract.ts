import * as z from 'zod/mini';
import { answerAmount, queryAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';
import { products } from '#positions/registry.ts';
import { after, person } from './transfers-contract.ts';

/** Liabilities by due date, and the treasury left to promise from. USD. */
const owed = { Positions: z.int(), Principal: answerAmount, Promised: answerAmount, Result: answerAmount };
const whole = (most: number) =>
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,6}$/)),
    z.pipe(z.transform(Number), z.int().check(z.gte(1), z.lte(most))),
  );

export const treasury = z.object({
  /** Maximum age of these figures in seconds if read from a replica; null if they are current. */
  BehindSeconds: z.nullable(z.number()),
  /** Left to promise. */
  Left: answerAmount,
  /** The part of it that nobody was promised, after the awards to be paid from it. This can be taken out. */
  Free: answerAmount,
  AwardsOwed: answerAmount,
  BonusesWaiting: answerAmount,
  /** AwardsOwed and BonusesWaiting together. */
  Awards: answerAmount,
  /** Withheld from profits, paid to the authority, and owed to it; null if no tax was ever withheld. */
  Taxes: z.nullable(z.object({ Withheld: answerAmount, Paid: answerAmount, Owed: answerAmount })),
  /** Promised to customers and set aside. */
  Promised: answerAmount,
  Products: z.array(z.object({ Product: z.enum(products), ...owed })),
  /** Months of the house (`2026-03`), soonest first. */
  Months: z.array(z.object({ Month: z.string(), ...owed })),
  /**
   * Average promised per day over the last thirty days, and for how many days the rest lasts at that pace. Null: as long as nothing is
   * promised.
   */
  Pace: answerAmount,
  RunwayDays: z.nullable(z.int()),
  /** Stake periods, in days. */
  Periods: z.array(z.int()),
  Funding: z.array(
    z.object({
      Key: z.string(),
      At: z.iso.datetime(),
      /** Negative when taken out. */
      Amount: answerAmount,
      By: z.nullable(z.string()),
      Reason: z.nullable(z.string()),
    }),
  ),
});
export type Treasury = z.output<typeof treasury>;

export const readTreasury = endpoint({
  method: 'GET',
  path: '/console/treasury',
  access: 'staff',
  summary: 'The treasury’s capacity, what is promised and when it falls due, and where the money came from',
  heavy: true,
  answer: treasury,
});

export const owedPosition = z.object({
  Id: z.uuid(),
  Customer: person,
  Product: z.enum(products),
  Start: z.iso.datetime(),
  End: z.iso.datetime(),
  Principal: answerAmount,
  Promised: answerAmount,
  Result: answerAmount,
});
export type OwedPosition = z.output<typeof owedPosition>;

export const listOwed = endpoint({
  method: 'GET',
  path: '/console/treasury/positions',
  access: 'staff',
  summary: 'Running positions, soonest to end first: by month, by product, or ending within so many days',
  query: z.object({
    /** Month of the house. */
    month: z.optional(z.string().check(z.regex(/^[2-9]\d{3}-(0[1-9]|1[0-2])$/))),
    product: z.optional(z.enum(products)),
    days: z.optional(whole(3_650)),
    customer: z.optional(z.uuid()),
    after,
  }),
  answer: z.array(owedPosition),
  pages: true,
});

export const awardToCome = z.object({
  Id: z.uuid(),
  Kind: z.enum(['bonus', 'residual']),
  Level: z.int(),
  /** The beneficiary. */
  Customer: person,
  /** The customer whose position caused it. */
  Source: z.object({ Id: z.uuid(), Name: z.string() }),
  Position: z.uuid(),
  Base: answerAmount,
  /** Per cent of the base, before the caps apply. */
  Percentage: z.number(),
  Value: answerAmount,
  /** Since when it has been owed, or has waited for its position to end. */
  Since: z.iso.datetime(),
});
export type AwardToCome = z.output<typeof awardToCome>;

export const listAwards = endpoint({
  method: 'GET',
  path: '/console/treasury/awards',
  access: 'staff',
  summary: 'Awards that the treasury will pay, oldest first: those owed, or bonuses waiting for their positions',
  query: z.object({ which: z.enum(['owed', 'waiting']), customer: z.optional(z.uuid()), after }),
  answer: z.array(awardToCome),
  pages: true,
});

export const whatIf = endpoint({
  method: 'GET',
  path: '/console/treasury/what-if',
  access: 'staff',
  summary: 'What a number of further stakes would promise, and whether the treasury can cover them',
  query: z.object({ stakes: whole(1_000_000), days: whole(3_650), amount: queryAmount }),
  answer: z.object({
    /** Per cent. */
    Rate: z.number(),
    ProfitEach: answerAmount,
    Profit: answerAmount,
    Principal: answerAmount,
    Left: answerAmount,
    /** Negative: the amount that has to be funded first. */
    LeftThen: answerAmount,
    /** How many of them the treasury can cover. */
    Most: z.int(),
    /** The day on which the last of them would mature if they were opened today. */
    Due: z.iso.datetime(),
  }),
  refusals: ['no_such_plan'],
});
