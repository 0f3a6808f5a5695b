import { type Micros, micros, type Percent, zero } from '#money/money.ts';
import { noteChange } from '#database/server/changes.ts';
import type { DomainEvents } from '#ledger/server/domain-events.ts';
import type { Database, Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { type Award, awardsOf } from '../awards.ts';
import {
  type BonusChange,
  carryDue,
  carryToTrees,
  type Cause,
  type DoneCause,
  holdCausesToCarry,
  readErased,
  sendBonuses,
  sendEnd,
  type TreeStep,
} from './carry-store.ts';
import { readBonusCaps, readPercentages } from './network-settings.ts';

/** If given, awards that become due are paid immediately, as of `now`, as far as the treasury allows; otherwise everything stays owed. */
export interface Paying {
  now: Date;
  events: Pick<DomainEvents, 'onAwardsPaid'>;
}

/** How many causes are carried in one transaction. */
export const causesTogether = 2_000;

/**
 * Carries what members did to their trees and to those above them (docs/decisions/0013-network.md), in one transaction: first the trees
 * decide how much of a base is new, then awards are made, voided or become due, then the causes are done.
 *
 * @returns the number of causes that are now done
 */
export function carryCauses(db: Database, most = causesTogether, paying: Paying | null = null): Promise<number> {
  return transaction(db, async (tx) => {
    const causes = await holdCausesToCarry(tx, most);
    if (causes.length === 0) return 0;
    const onTrees = causes.filter(({ kind }) => kind !== 'profit');
    const steps = await carryToTrees(tx, onTrees, await readPercentages(tx, 'bonus'));
    await carryToBeneficiaries(tx, causes, steps, paying);
    sendEnd(
      tx,
      causes.map((cause) => doneWith(cause, steps)),
    );
    return causes.length;
  });
}

/** The effect of each cause on its tree. A profit has none. */
type Steps = ReadonlyMap<string, TreeStep>;

/** What a customer is owed: exactly one of the three. */
interface Owed {
  beneficiaryId: string;
  bonus?: BonusChange;
  due?: Cause;
  residual?: Award;
}

async function carryToBeneficiaries(
  tx: Tx,
  causes: readonly Cause[],
  steps: Steps,
  paying: Paying | null,
): Promise<void> {
  const percentagesAt = await readPercentages(tx, 'residual');
  const erased = await readErased(tx, [...new Set(causes.flatMap(({ upline }) => upline))]);
  const owed = causes
    .flatMap((cause) => owedFor(cause, steps, percentagesAt(cause.at)))
    .filter(({ beneficiaryId }) => !erased.has(beneficiaryId));
  sendBonuses(
    tx,
    owed.flatMap(({ bonus }) => bonus ?? []),
    await readBonusCaps(tx),
  );
  const due = {
    ended: owed.flatMap((each) => each.due ?? []),
    residuals: owed.flatMap(({ residual }) => residual ?? []),
  };
  const paid = due.ended.length + due.residuals.length > 0 ? await carryDue(tx, paying?.now ?? null, due) : [];
  if (paying && paid.length > 0) {
    await paying.events.onAwardsPaid(
      tx,
      paid.map((each) => ({ ...each, at: paying.now })),
    );
  }
  for (const id of new Set(owed.map(({ beneficiaryId }) => beneficiaryId))) noteChange(tx, id, 'money');
}

function owedFor(cause: Cause, steps: Steps, percentages: readonly Percent[]): Owed[] {
  const beneficiaryId = cause.upline.at(-1) as string;
  if (cause.kind === 'capital') return [];
  if (cause.kind === 'profit') {
    const { customerId: sourceId, product, positionId, profit: base, at } = cause;
    const residuals = awardsOf(
      { kind: 'residual', sourceId, product, positionId, base, at },
      cause.upline,
      percentages,
    );
    return [
      { beneficiaryId, due: cause },
      ...residuals.map((residual) => ({ beneficiaryId: residual.beneficiaryId, residual })),
    ];
  }
  const step = stepOf(cause, steps);
  return step.granted === zero ? [] : [{ beneficiaryId, bonus: { cause, beneficiaryId, step } }];
}

/** What of a member's new capital a cause gives back, since it made no bonus. */
function doneWith(cause: Cause, steps: Steps): DoneCause {
  const { id, customerId, kind, base } = cause;
  if (kind === 'capital' || kind === 'profit') return { id, customerId, granted: null, back: zero };
  const { granted } = stepOf(cause, steps);
  return kind === 'invested'
    ? { id, customerId, granted, back: less(base, granted) }
    : { id, customerId, granted: null, back: less(zero, granted) };
}

function less(one: Micros, other: Micros): Micros {
  return micros(one - other);
}

function stepOf({ id }: Cause, steps: Steps): TreeStep {
  const step = steps.get(id);
  if (!step) throw new Error(`the cause ${id} has not been carried to its tree`);
  return step;
}
