import { cellOf } from '#platform/server/cell.ts';
import { type Micros, micros, type Percent, zero } from '#money/money.ts';
import { noteChange } from '#database/server/changes.ts';
import type { DomainEvents } from '#ledger/server/domain-events.ts';
import type { Database, Tx } from '#database/server/database.ts';
import { eachAtOnce } from '#platform/server/each-at-once.ts';
import { transaction } from '#database/server/transaction.ts';
import { workApart } from '#database/server/work-apart.ts';
import { type Award, awardsOf } from '../awards.ts';
import {
  type BonusChange,
  carryDue,
  carryToTrees,
  type Cause,
  type DoneCause,
  endCauses,
  readCausesToCarry,
  readErased,
  sendBonuses,
  type TreeStep,
} from './carry-store.ts';
import { readBonusCaps, readPercentages } from './network-settings.ts';

/** If given, awards that become due are paid immediately, as of `now`, as far as the treasury allows; otherwise everything stays owed. */
export interface Paying {
  now: Date;
  events: Pick<DomainEvents, 'onAwardsPaid'>;
}

/**
 * Number of causes that go through the three steps together. They are spread over all cells: the larger the batch, the more one transaction
 * does for its cell.
 */
const batch = 40_000;
/** The most handled in one transaction: a large network is a single tree, and its sponsor is owed for all of it. */
const mostTogether = 10_000;

/**
 * Carries what members did to their trees and to those above them (docs/decisions/0013-network.md): first the trees decide how
 * much of a base is new, then awards are made, voided or become due, then the causes are marked done. Each step is one transaction per cell
 * and recognises what it has already done, so a run that starts again after a crash, or concurrently, does only what is left.
 *
 * @returns the number of causes that are now done
 */
export async function carryCauses(db: Database, most = batch, paying: Paying | null = null): Promise<number> {
  const causes = await readCausesToCarry(db, most);
  if (causes.length === 0) return 0;
  const faults: unknown[] = [];
  const steps = await carryAllToTrees(db, causes, faults);
  // The cause that ends a position waits for the one that opened it: nothing becomes due before its bonus is made.
  const isWaiting = ({ id, kind }: Cause): boolean => kind !== 'profit' && !steps.has(id);
  const waiting = new Set(causes.filter(isWaiting).map(({ positionId }) => positionId));
  const ready = causes.filter(
    (cause) => !isWaiting(cause) && (cause.kind !== 'profit' || !waiting.has(cause.positionId)),
  );
  const carried = await carryAllToBeneficiaries(db, ready, { steps, paying, faults });
  const done = await endAll(db, carried, steps, faults);
  // A fault in one cell, or of one beneficiary, does not hold up the others; its causes stay owed.
  if (faults.length > 0) throw faults[0];
  return done;
}

/** The effect of each cause on its tree. A profit has none. */
type Steps = ReadonlyMap<string, TreeStep>;

async function carryAllToTrees(db: Database, causes: readonly Cause[], faults: unknown[]): Promise<Steps> {
  const percentagesAt = await readPercentages(db, 'bonus');
  const byCell = gather(
    causes.filter(({ kind }) => kind !== 'profit'),
    ({ rootId }) => rootId,
  );
  const steps = new Map<string, TreeStep>();
  await eachCell(byCell, faults, async (cell, ofCell) => {
    const applied = await transaction(db, (tx) => carryToTrees(tx, cell, ofCell, percentagesAt));
    for (const [id, step] of applied) steps.set(id, step);
  });
  return steps;
}

/** What a customer is owed: exactly one of the three. */
interface Owed {
  beneficiaryId: string;
  bonus?: BonusChange;
  due?: Cause;
  residual?: Award;
}

/** Returns the causes for which nobody is owed anything any more. */
async function carryAllToBeneficiaries(
  db: Database,
  causes: readonly Cause[],
  { steps, paying, faults }: { steps: Steps; paying: Paying | null; faults: unknown[] },
): Promise<Cause[]> {
  const [percentagesAt, caps] = [await readPercentages(db, 'residual'), await readBonusCaps(db)];
  const erased = await readErased(db, [...new Set(causes.flatMap(({ upline }) => upline))]);
  const owedOf = (cause: Cause): Owed[] =>
    owedFor(cause, steps, percentagesAt(cause.at)).filter(({ beneficiaryId }) => !erased.has(beneficiaryId));
  const byCell = gather(causes.flatMap(owedOf), ({ beneficiaryId }) => beneficiaryId);
  const stuck = new Set<string>();
  const failed = await eachCell(byCell, faults, async (cell, ofCell) => {
    const { failed: without, fault } = await workApart(
      // What comes after something that failed is not done before it.
      ofCell.filter(({ beneficiaryId }) => !stuck.has(beneficiaryId)),
      ({ beneficiaryId }) => beneficiaryId,
      (some) => transaction(db, (tx) => carryToBeneficiaries(tx, cell, some, { caps, paying })),
    );
    for (const beneficiaryId of without.keys()) stuck.add(beneficiaryId);
    if (fault !== null) faults.push(fault);
  });
  const isStuck = ({ beneficiaryId }: Owed): boolean => stuck.has(beneficiaryId) || failed.has(cellOf(beneficiaryId));
  return causes.filter((cause) => faults.length === 0 || !owedOf(cause).some(isStuck));
}

async function carryToBeneficiaries(
  tx: Tx,
  cell: number,
  owed: readonly Owed[],
  { caps, paying }: { caps: { day: Micros; month: Micros }; paying: Paying | null },
): Promise<void> {
  const [bonuses, ended, residuals] = [
    owed.flatMap(({ bonus }) => bonus ?? []),
    owed.flatMap(({ due }) => due ?? []),
    owed.flatMap(({ residual }) => residual ?? []),
  ];
  sendBonuses(tx, cell, bonuses, caps);
  if (ended.length + residuals.length > 0) await payAtOnce(tx, cell, { ended, residuals }, paying);
  for (const id of new Set(owed.map(({ beneficiaryId }) => beneficiaryId))) noteChange(tx, id, 'money');
}

/** Pays due awards together with what makes them due, where nothing prevents it, and notifies the subscribers. */
async function payAtOnce(
  tx: Tx,
  cell: number,
  due: { ended: readonly Cause[]; residuals: readonly Award[] },
  paying: Paying | null,
): Promise<void> {
  const paid = await carryDue(tx, cell, paying?.now ?? null, due);
  if (!paying || paid.length === 0) return;
  await paying.events.onAwardsPaid(
    tx,
    paid.map((each) => ({ ...each, at: paying.now })),
  );
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

/** In each member's cell, marks the causes done and releases the part of their new capital that made no bonus. */
async function endAll(db: Database, causes: readonly Cause[], steps: Steps, faults: unknown[]): Promise<number> {
  let ended = 0;
  const byCell = gather(causes, ({ customerId }) => customerId);
  await eachCell(byCell, faults, async (cell, ofCell) => {
    const done = ofCell.map((cause) => doneWith(cause, steps));
    const count = await transaction(db, (tx) => endCauses(tx, cell, done));
    ended += count;
  });
  return ended;
}

function doneWith(cause: Cause, steps: Steps): DoneCause {
  const { id, kind, base } = cause;
  if (kind === 'capital' || kind === 'profit') return { id, granted: null, back: zero };
  const { granted } = stepOf(cause, steps);
  return kind === 'invested'
    ? { id, granted, back: less(base, granted) }
    : { id, granted: null, back: less(zero, granted) };
}

function less(one: Micros, other: Micros): Micros {
  return micros(one - other);
}

function stepOf({ id }: Cause, steps: Steps): TreeStep {
  const step = steps.get(id);
  if (!step) throw new Error(`the cause ${id} has not been carried to its tree`);
  return step;
}

/** Groups items by the cell of a customer, preserving their order. */
function gather<Each>(all: readonly Each[], customerOf: (each: Each) => string): Map<number, Each[]> {
  const byCell = new Map<number, Each[]>();
  for (const each of all) {
    const cell = cellOf(customerOf(each));
    const ofCell = byCell.get(cell);
    if (ofCell) ofCell.push(each);
    else byCell.set(cell, [each]);
  }
  return byCell;
}

/** Processes several cells at a time, starting at a random one so that workers begin at different cells. Returns those that failed. */
async function eachCell<Each>(
  byCell: ReadonlyMap<number, Each[]>,
  faults: unknown[],
  work: (cell: number, ofCell: Each[]) => Promise<void>,
): Promise<Set<number>> {
  const cells = [...byCell];
  const first = Math.floor(Math.random() * cells.length);
  const failed = await eachAtOnce([...cells.slice(first), ...cells.slice(0, first)], async ([cell, ofCell]) => {
    // In order: if one part fails, nothing after it is done.
    for (let from = 0; from < ofCell.length; from += mostTogether) {
      await work(cell, ofCell.slice(from, from + mostTogether));
    }
  });
  faults.push(...failed.values());
  return new Set([...failed.keys()].map(([cell]) => cell));
}
