import { accruedProfit, payoutResult } from '#money/accrual.ts';
import {
  fromJsonNumber,
  type Micros,
  micros,
  type Percent,
  percentFromJsonNumber,
  percentOf,
  roundDown,
  sum,
  zero,
} from '#money/money.ts';
import { shownTotal, wholeCents } from '#money/shown.ts';
import { positionKinds, productOfKind } from '#positions/registry.ts';
import type { Accrual, ExplainedOperation, ExplainedPosting, PositionTerms } from './contract.ts';
import {
  type FigureName,
  figureRules,
  isPromised,
  isTraded,
  lessOf,
  type Move,
  partsOf,
  type PositionName,
} from './figures.ts';

/** The amount an entry adds to a figure, negative if it subtracts; zero if the entry is not part of it. */
export function countPosting(figure: FigureName, posting: ExplainedPosting): Micros {
  const rule = figureRules[figure];
  const moves = 'moves' in rule ? rule.moves : [];
  return sum(
    moves.filter((move) => isMove(move, posting)).map(({ sign }) => signed(fromJsonNumber(posting.Amount), sign)),
  );
}

function isMove({ from, to, kinds }: Move, posting: ExplainedPosting): boolean {
  return (
    (from === 'any' || from === posting.From) &&
    (to === 'any' || to === posting.To) &&
    (kinds === undefined || kinds.includes(posting.Kind))
  );
}

function signed(amount: Micros, sign: 1 | -1): Micros {
  return micros(amount * BigInt(sign));
}

/** Recomputes a profit earned but not yet paid. */
export function countAccrual(accrual: Accrual, at: Date): Micros {
  const percentage = percentFromJsonNumber(accrual.Percentage);
  if (isPromised(accrual.Source)) {
    return accruedProfit(fromJsonNumber(accrual.Promised), new Date(accrual.Start), new Date(accrual.End), at);
  }
  const amount = fromJsonNumber(accrual.Amount);
  return isTraded(accrual.Source)
    ? payoutResult(amount, percentage)
    : lessCut(percentOf(amount, percentage, roundDown), accrual);
}

/** An award is its rate applied to its base, less the part cut by the caps. */
function lessCut(part: Micros, { Cut = 0 }: { Cut?: number | undefined }): Micros {
  return micros(part - fromJsonNumber(Cut));
}

/** The evidence found for one leaf of a figure. */
export interface Evidence {
  postings: readonly ExplainedPosting[];
  accruals: readonly Accrual[];
}

/** Recounts a figure from the evidence of its leaves. */
export function recountFigure(figure: FigureName, evidenceOf: (leaf: FigureName) => Evidence, at: Date): Micros {
  return addUpParts(figure, (leaf) => {
    const { postings, accruals } = evidenceOf(leaf);
    return sum([
      ...postings.map((posting) => countPosting(leaf, posting)),
      ...accruals.map((accrual) => countAccrual(accrual, at)),
    ]);
  });
}

/**
 * The figure as its screens show it (docs/decisions/0015-explanations.md): account balances to the cent, paid and accrued profits to the cent per
 * payment and per position, and figures with parts as the sum of these.
 */
export function recountShown(figure: FigureName, evidenceOf: (leaf: FigureName) => Evidence, at: Date): Micros {
  return addUpParts(figure, (leaf) => {
    if (isHeld(leaf)) return wholeCents(recountFigure(leaf, evidenceOf, at));
    const { postings, accruals } = evidenceOf(leaf);
    return shownTotal([
      ...postings.map((posting) => shownPosting(leaf, posting)),
      ...accruals.map((accrual) => countAccrual(accrual, at)),
    ]);
  });
}

function addUpParts(figure: FigureName, countLeaf: (leaf: FigureName) => Micros): Micros {
  const [parts, less] = [partsOf(figure), lessOf(figure)];
  if (parts.length === 0) return countLeaf(figure);
  const total = (names: readonly FigureName[]): Micros => sum(names.map((name) => addUpParts(name, countLeaf)));
  return micros(total(parts) - total(less));
}

/** A reversal takes back what was shown of the payment that it reverses, to the cent. */
function shownPosting(leaf: FigureName, posting: ExplainedPosting): Micros {
  const counted = countPosting(leaf, posting);
  return posting.Kind.startsWith('reversed_') ? micros(-wholeCents(micros(-counted))) : wholeCents(counted);
}

/** Whether the figure is the balance of an account, rather than payments out of one. */
function isHeld(leaf: FigureName): boolean {
  const rule = figureRules[leaf];
  return 'moves' in rule && rule.moves.some(({ from, to }) => from === 'any' || to === 'any');
}

/** A single position or award, step by step. */
export interface PositionRecount {
  /** The amount invested, by the ledger; for an award, its base. */
  capital: Micros;
  /** The profit set aside at the start, by the ledger. */
  promised: Micros;
  /** The sum of its operations' payouts. */
  payouts: Percent;
  /** Whether the position has been paid out or cancelled, or the award paid. */
  isOver: boolean;
  /** Tax withheld from the profit, less what was given back, by the ledger. */
  withheld: Micros;
  /** The profit by the ledger: as paid or, while running, as computed from what was set aside or invested. */
  counted: Micros;
  /** The profit by its terms. It must equal `counted`; otherwise something is wrong. */
  agreed: Micros;
}

/** The kinds that end a position or pay an award. */
const ends = new Set<string>([
  ...positionKinds.filter((kind) => !kind.endsWith('_opened')),
  'network_bonus',
  'network_residual',
]);

/** Whether it was cancelled before its end. */
export function isCanceled(postings: readonly ExplainedPosting[]): boolean {
  return postings.some(({ Kind }) => productOfKind(Kind) !== null && Kind.endsWith('_canceled'));
}

export function recountPosition(
  name: PositionName,
  terms: PositionTerms,
  evidence: { postings: readonly ExplainedPosting[]; operations: readonly ExplainedOperation[] },
  at: Date,
): PositionRecount {
  const { postings, operations } = evidence;
  const all = (counts: (posting: ExplainedPosting) => boolean): Micros =>
    sum(postings.filter(counts).map(({ Amount }) => fromJsonNumber(Amount)));
  const steps = {
    capital: name === 'award' ? fromJsonNumber(terms.Amount) : all(({ To }) => To === 'invested'),
    promised: all(({ To }) => To === 'promised'),
    withheld: micros(all(({ To }) => To === 'taxes') - all(({ From }) => From === 'taxes')),
    payouts: operations.reduce((total, { Payout }) => total + percentFromJsonNumber(Payout), 0n) as Percent,
    isOver: postings.some(({ Kind }) => ends.has(Kind)),
  };
  const paid = micros(
    all(({ From, To }) => isProfit(From) && (To === 'balance' || To === 'zord')) -
      all(({ From, To }) => To === 'trading' || (From === 'balance' && To === 'treasury')),
  );
  const agreed = isCanceled(postings) ? zero : agreedOf(name, terms, steps, at);
  return { ...steps, counted: steps.isOver ? paid : runningOf(name, terms, steps, at), agreed };
}

function isProfit(from: string): boolean {
  return from === 'promised' || from === 'trading' || from === 'treasury';
}

type Steps = Omit<PositionRecount, 'counted' | 'agreed'>;

/** The profit so far, before anything is paid, by the ledger. */
function runningOf(name: PositionName, terms: PositionTerms, steps: Steps, at: Date): Micros {
  if (isPromised(name)) return accrued(steps.promised, terms, at);
  return agreedOf(name, terms, steps, at);
}

/** The profit that the terms give for the capital: all of it once over, until then the accrued part. */
function agreedOf(name: PositionName, terms: PositionTerms, steps: Steps, at: Date): Micros {
  if (isTraded(name)) return payoutResult(steps.capital, steps.payouts);
  const whole = percentOf(steps.capital, percentFromJsonNumber(terms.Rate ?? 0), roundDown);
  if (name === 'award') return lessCut(whole, terms);
  return steps.isOver ? whole : accrued(whole, terms, at);
}

function accrued(promised: Micros, { Start, End }: PositionTerms, at: Date): Micros {
  return accruedProfit(promised, new Date(Start), new Date(End), at);
}
