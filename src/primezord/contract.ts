import * as z from 'zod/mini';
import { answerAmount, requestAmount } from '#money/amount.ts';
import { operation, operationQuery } from '#payouts/contract.ts';
import { approvalHeader, approvalRefusals } from '#platform/approval.ts';
import { endpoint } from '#platform/endpoint.ts';
import { listQuery } from '#platform/pages.ts';

/**
 * Primezord is a bot for customers who have subscribed to it, once and for a fee. It has a wallet of its own: money goes in from the
 * balance, is invested for thirty days in which it takes part in the bot's operations, and returns to the wallet.
 */
export const investmentStatus = z.enum(['in_progress', 'finished']);

export const investment = z.object({
  Id: z.uuid(),
  Date: z.iso.datetime(),
  End: z.iso.datetime(),
  Amount: answerAmount,
  Profit: answerAmount,
  Progress: z.number(),
  Status: investmentStatus,
  /** It has ended, and is paid once its last operations are known: when its feed is complete, at the latest after the hours of a setting. */
  AwaitsOperations: z.boolean(),
});
export type Investment = z.output<typeof investment>;

export const botWallet = z.object({
  Balance: answerAmount,
  Available: answerAmount,
  Blocked: answerAmount,
  /** The value of a dollar in BRL on withdrawal; 0 if there is no rate. */
  DollarRate: z.number(),
});
export type BotWallet = z.output<typeof botWallet>;

export const botSettings = z.object({ EntryFee: answerAmount, Amounts: z.array(z.number()), Days: z.int() });
export type BotSettings = z.output<typeof botSettings>;

export const readBotSettings = endpoint({
  method: 'GET',
  path: '/api/bot/settings',
  access: 'investor',
  summary: 'What the bot costs, which amounts it accepts and for how long',
  answer: botSettings,
});

export const subscribe = endpoint({
  method: 'POST',
  path: '/api/bot/subscribe',
  access: 'investor',
  summary: 'Subscribe to the bot, once and for its entry fee',
  headers: z.object({
    /** The fee that the customer was shown, in USD: no other is charged. If omitted, the current one is. */
    'quoted-fee': z.optional(z.string().check(z.regex(/^\d{1,7}(\.\d{1,2})?$/))),
    ...approvalHeader,
  }),
  body: z.nullish(z.strictObject({})),
  answer: z.object({ Hasbot: z.literal(true) }),
  status: 201,
  movesMoney: true,
  refusals: ['already_subscribed', 'fee_changed', 'insufficient_balance', ...approvalRefusals],
});

const amountBody = z.strictObject({ amount: requestAmount });
const moneyRefusals = ['invalid_amount', 'bot_required', 'amount_not_allowed', 'insufficient_balance'] as const;

export const depositToBot = endpoint({
  method: 'POST',
  path: '/api/bot/deposit',
  access: 'investor',
  summary: 'Move money from the balance to the bot’s wallet',
  body: amountBody,
  answer: botWallet,
  status: 201,
  movesMoney: true,
  refusals: moneyRefusals,
});

export const withdrawFromBot = endpoint({
  method: 'POST',
  path: '/api/bot/withdraw',
  access: 'investor',
  summary: 'Move available money from the bot’s wallet to the balance',
  body: amountBody,
  answer: botWallet,
  status: 201,
  movesMoney: true,
  refusals: moneyRefusals,
});

export const investWithBot = endpoint({
  method: 'POST',
  path: '/api/bot/invest',
  access: 'investor',
  summary: 'Invest available money of the bot’s wallet for a term',
  body: amountBody,
  answer: investment,
  status: 201,
  movesMoney: true,
  refusals: moneyRefusals,
});

export const readBotWallet = endpoint({
  method: 'GET',
  path: '/api/bot/wallet',
  access: 'investor',
  summary: 'The bot’s wallet',
  answer: botWallet,
  refusals: ['bot_required'],
});

export const listInvestments = endpoint({
  method: 'GET',
  path: '/api/bot/investments',
  access: 'investor',
  summary: 'The customer’s investments with the bot, newest first',
  query: listQuery,
  answer: z.array(investment),
  pages: true,
  refusals: ['bot_required'],
});

export const reportBotOperations = endpoint({
  method: 'GET',
  path: '/api/bot/reports/operations',
  access: 'investor',
  summary: 'The bot’s operations that the customer took part in, newest first',
  query: operationQuery,
  heavy: true,
  answer: z.array(operation),
  pages: true,
  refusals: ['bot_required'],
});
