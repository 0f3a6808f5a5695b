import { uuidv7 } from '#platform/server/uuid.ts';
import { explainLedger } from '#ledger/server/post.ts';
import { refuseLedger } from '#ledger/refusals.ts';
import type { CallRow } from '#http/server/answer-row.ts';
import { type Micros, type Percent, zero } from '#money/money.ts';
import { noteChange } from '#database/server/changes.ts';
import type { Tx } from '#database/server/database.ts';
import type { FixedProduct, TradedProduct } from '../registry.ts';
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

/** The position that is to be opened; its id names it before it is. */
function newPosition(wished: NewPosition): Position {
  const { product, customerId, amount, startedAt, endsAt, terms = {} } = wished;
  const cancelFee = wished.cancelFee ?? standardCancelFee(product);
  const { rate, promised, taxRate: agreedTax = zero } = 'rate' in wished ? wished : { rate: null, promised: zero };
  const taxRate = agreedTax > 0n ? (agreedTax as Percent) : null;
  return {
    id: uuidv7(),
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

/** As both functions of the database take it, and the id under which the network hears of new capital in it. */
function valuesOf(position: Position): unknown[] {
  const { product, id, amount, rate, promised, startedAt, endsAt, terms, cancelFee, taxRate } = position;
  const written = JSON.stringify(terms);
  return [product, id, amount, rate, promised, startedAt, endsAt, written, cancelFee, taxRate, uuidv7()];
}

/**
 * Opening a position as a row of a batch: the position and its journal, with the whole promised profit set aside (S7), and the member's new
 * capital. It is refused with `account_frozen` while the customer's money is stopped, with `insufficient_balance` when they have too little,
 * with `no_capacity` when the treasury has.
 */
export function openingRow(wished: NewPosition, present: (position: Position) => unknown): CallRow {
  const position = newPosition(wished);
  const { customerId } = position;
  return {
    statement:
      'SELECT n, outcome FROM open_positions($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)',
    values: valuesOf(position),
    answer: present(position),
    refusals: {
      frozen: refuseLedger('account_frozen'),
      too_little: refuseLedger('insufficient_balance'),
      no_capacity: refuseLedger('no_capacity'),
    },
    onDone: (db) => noteChange(db, customerId, 'money'),
  };
}

/** Opens a position in a transaction that does more; refused as `openingRow`. Nothing is awaited. */
export function openPosition(tx: Tx, wished: NewPosition): Position {
  const position = newPosition(wished);
  const { customerId } = position;
  tx.send(
    'SELECT open_position($1, $2, $12, $3, $4, $5, $6, $7, $8, $9, $10, true, $11)',
    [...valuesOf(position), customerId],
    explainLedger,
  );
  noteChange(tx, customerId, 'money');
  return position;
}
