import * as z from 'zod/mini';
import { answerAmount, requestAmount } from '#money/amount.ts';
import { approvalHeader, approvalRefusals } from '#platform/approval.ts';
import { endpoint } from '#platform/endpoint.ts';
import { pageFields } from '#platform/pages.ts';
import { quotedPercent } from '#money/percent-schema.ts';
import { stakeOrders, stakeStates } from './stake-list.ts';

/**
 * A stake locks an amount for a period at a fixed return (spec §9). At the end of the period, amount and profit come back automatically.
 * Cancelled early, the amount comes back less the fee agreed (60 % remains unless the operator has set another), and the profit is
 * forfeited.
 */
export const stakeStatus = z.enum(['in_progress', 'finished', 'canceled']);

const stakeFields = {
  Id: z.uuid(),
  Start: z.iso.datetime(),
  End: z.iso.datetime(),
  Days: z.int(),
  Rate: z.number(),
  /** The fee for leaving before the end, as agreed at opening; per cent. */
  CancelFee: z.number(),
  /** The part of the profit withheld as tax when it is paid, per cent; omitted where nothing is. */
  TaxRate: z.optional(z.number()),
  Amount: answerAmount,
  Profit: answerAmount,
  Progress: z.number(),
  Status: stakeStatus,
};

export const stake = z.object(stakeFields);
export type Stake = z.output<typeof stake>;

export const canceledStake = z.object({ ...stakeFields, Fee: answerAmount, Refund: answerAmount });
export type CanceledStake = z.output<typeof canceledStake>;

export const listStakes = endpoint({
  method: 'GET',
  path: '/api/stakes',
  access: 'investor',
  summary: 'The stakes of the customer, newest first unless ordered by end or amount',
  query: z.object({
    ...pageFields,
    status: z._default(z.enum(stakeStates), 'all'),
    /** The period. */
    days: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,4}$/)), z.pipe(z.transform(Number), z.int()))),
    order: z._default(z.enum(stakeOrders), 'newest'),
  }),
  answer: z.array(stake),
  pages: true,
});

export const openStake = endpoint({
  method: 'POST',
  path: '/api/stake',
  access: 'investor',
  summary: 'Open a stake',
  body: z.strictObject({ amount: requestAmount, time_stake: z.int() }),
  headers: z.object({ 'quoted-rate': quotedPercent, 'quoted-fee': quotedPercent, 'quoted-tax': quotedPercent }),
  answer: stake,
  status: 201,
  movesMoney: true,
  refusals: ['invalid_amount', 'amount_not_allowed', 'terms_changed', 'insufficient_balance', 'no_capacity'],
});

export const cancelStake = endpoint({
  method: 'POST',
  path: '/api/stake/:id',
  access: 'investor',
  summary: 'Cancel a running stake before its end',
  params: z.object({ id: z.string() }),
  headers: z.object(approvalHeader),
  answer: canceledStake,
  movesMoney: true,
  refusals: ['not_found', 'stake_not_running', ...approvalRefusals],
});

/** What the catalog publishes about stakes. Rates and the fee are per cent. */
export const stakeOffer = z.object({
  Periods: z.array(z.object({ Days: z.int(), Rate: z.number(), Amounts: z.array(z.number()), Offered: z.boolean() })),
  CancelFee: z.number(),
  /** The part of the profit withheld as tax when it is paid, per cent; omitted where nothing is. */
  TaxRate: z.optional(z.number()),
});
export type StakeOffer = z.output<typeof stakeOffer>;

export const readStakeOffer = endpoint({
  method: 'GET',
  path: '/api/stake/offer',
  access: 'investor',
  summary: 'The current stake periods, what each returns, which amounts it takes, and what leaving early costs',
  answer: stakeOffer,
});
