import { randomUUID } from 'node:crypto';
import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { post } from '#ledger/server/post.ts';
import { zero } from '#money/money.ts';
import { addDays } from '#platform/clock.ts';
import type { Tx } from '#platform/server/database.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import type { Investment, investWithBot } from '../contract.ts';
import { investmentDays } from '../investment-days.ts';
import { investingJournal } from '../journals.ts';
import { type InvestmentRecord, investments } from './investment-store.ts';
import { requireAmount } from './require-amount.ts';
import { requireBot } from './require-bot.ts';
import { presentInvestment } from './present-investment.ts';

/** Blocks part of the wallet for thirty days, in which it takes part in the bot's operations (Z4). */
export async function invest(
  tx: Tx,
  { investor, body }: Pick<CallRequest<typeof investWithBot>, 'investor' | 'body'>,
  events: DomainEvents = noSubscribers,
): Promise<Investment> {
  await requireBot(tx, investor.id);
  const amount = await requireAmount(tx, body.amount);

  const investment: InvestmentRecord = {
    id: randomUUID(),
    customerId: investor.id,
    amount,
    startedAt: investor.now,
    endsAt: addDays(investor.now, investmentDays),
    status: 'in_progress',
    closedAt: null,
    result: zero,
  };

  await investments.insert(tx, investment);
  await post(tx, investingJournal(investment), investment.startedAt);
  const { id: reference, customerId, startedAt: at } = investment;
  await events.onInvested(tx, { customerId, product: 'primezord', reference, amount, at });

  return presentInvestment(investment, investor.now);
}
