import { safeParse } from 'zod/mini';
import { toJsonNumber, usd } from '#money/money.ts';
import { type BrokerageAccount, brokerageAccount, brokeragePaths } from '../brokerage-contract.ts';
import type { BrokerageBalance } from '../contract.ts';
import type { BrokerageAddress } from './brokerage-client.ts';
import { fetchFromBrokerage } from './fetch-json.ts';

export type Balances = NonNullable<BrokerageBalance['Balances']>;

interface BalancesOptions extends BrokerageAddress {
  /** How long an answer, or the lack of one, is cached. */
  freshMs?: number;
  /** Maximum number of concurrent requests. */
  atOnce?: number;
  nowMs?: () => number;
}

interface Known {
  balances: Promise<Balances | null>;
  until: number;
}

/** A dialog that waits is worse than one that shows no balance. */
export const balanceDeadlineMs = 2_500;
const standardFreshMs = 10_000;
const standardAtOnce = 12;
const mostKnown = 5_000;

/**
 * Reads a customer's balances at the brokerage: null when it does not answer in time, or not about this very account. The brokerage gets at
 * most one request per customer in ten seconds and a dozen concurrently; beyond that the answer is null. Never throws, and holds no
 * connection to the database.
 */
export function brokerageBalances(options: BalancesOptions): (customerId: string) => Promise<Balances | null> {
  const { freshMs = standardFreshMs, atOnce = standardAtOnce, nowMs = () => performance.now() } = options;
  const known = new Map<string, Known>();
  let asking = 0;

  async function ask(customerId: string): Promise<Balances | null> {
    asking += 1;
    try {
      return await askBrokerage(options, customerId);
    } catch {
      return null;
    } finally {
      asking -= 1;
    }
  }
  return async (customerId) => {
    const before = known.get(customerId);
    if (before && before.until > nowMs()) return before.balances;
    if (!options.url || asking >= atOnce) return null;
    const balances = ask(customerId);
    known.delete(customerId);
    known.set(customerId, { balances, until: nowMs() + freshMs });
    const [oldest] = known.keys();
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
    return balances;
  };
}

async function askBrokerage({ url, token, deadlineMs }: BrokerageAddress, account: string): Promise<Balances | null> {
  const path = brokeragePaths.account.replace(':account', encodeURIComponent(account));
  const headers = { authorization: `Bearer ${token}` };
  const { status, body } = await fetchFromBrokerage('balances', url + path, headers, deadlineMs ?? balanceDeadlineMs);
  if (status !== 200) return null;
  const answer = safeParse(brokerageAccount, body);
  return answer.success && answer.data.account === account ? presentBalances(answer.data) : null;
}

function presentBalances({ balances: { USD, BRL, USDT } }: BrokerageAccount): Balances {
  return { Usd: toJsonNumber(usd(USD)), Brl: toJsonNumber(usd(BRL)), Usdt: toJsonNumber(usd(USDT)) };
}
