import { uuidv7 } from '#platform/server/uuid.ts';
import type { DomainEvents } from '#ledger/server/domain-events.ts';
import { explainLedger } from '#ledger/server/post.ts';
import { whoIsHeldUp } from '#ledger/server/who-is-held-up.ts';
import { type Micros, type Percent, zero } from '#money/money.ts';
import { noteChange } from '#database/server/changes.ts';
import type { Tx } from '#database/server/database.ts';
import { withFormForMany } from '#database/server/prepared-work.ts';
import { type FixedProduct, type Product, products, type TradedProduct } from '../registry.ts';
import { type Position, standardCancelFee } from './position-store.ts';

interface Terms {
  customerId: string;
  amount: Micros;
  startedAt: Date;
  endsAt: Date;
  /** The fee for leaving early, if the product can be left and the fee is not its standard one. */
  cancelFee?: Percent;
  /** What the product agreed beyond that, in its own format. */
  terms?: Record<string, unknown>;
}

/** A fixed yield states its rate, the profit on the amount, and the rate of tax to be withheld, if any; a traded one cannot. */
export type NewPosition =
  | (Terms & { product: FixedProduct; rate: Percent; promised: Micros; taxRate?: Percent })
  | (Terms & { product: TradedProduct });

/** For one customer and for several. */
const openings = Object.fromEntries(
  products.map((product) => [
    product,
    withFormForMany(`SELECT open_position('${product}', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, true)`, {
      text: `SELECT open_positions('${product}', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      heldUp: whoIsHeldUp,
    }),
  ]),
) as Record<Product, string>;

/**
 * Invests the amount: the position and its journal, with the whole promised profit set aside (S7). Nothing is awaited, so it shares one
 * round trip with what comes before and after it.
 *
 * The transaction is refused with `account_frozen` while the customer's money is stopped, with `insufficient_balance` when they have too
 * little, with `no_capacity` when the treasury has.
 */
export async function openPosition(tx: Tx, wished: NewPosition, events: DomainEvents): Promise<Position> {
  const { product, customerId, amount, startedAt, endsAt, terms = {} } = wished;
  const cancelFee = wished.cancelFee ?? standardCancelFee(product);
  const { rate, promised, taxRate: agreedTax = zero } = 'rate' in wished ? wished : { rate: null, promised: zero };
  const taxRate = agreedTax > 0n ? (agreedTax as Percent) : null;
  const id = uuidv7();
  tx.send(
    openings[product],
    [id, customerId, amount, rate, promised, startedAt, endsAt, JSON.stringify(terms), cancelFee, taxRate],
    explainLedger({ owner: customerId, fromTreasury: promised }),
  );
  noteChange(tx, customerId, 'money');
  await events.onInvested(tx, { customerId, product, reference: id, amount, at: startedAt });
  return {
    id,
    customerId,
    product,
    amount,
    rate,
    promised,
    cancelFee,
    taxRate,
    startedAt,
    endsAt,
    state: 'running',
    closedAt: null,
    result: zero,
    terms,
  };
}
