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
  leavesOf,
  type Move,
  type PositionName,
} from './figures.ts';

/** What an entry adds to a figure, or takes from it; zero where it is none of its own. */
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

/** What has been earned and is not paid yet, reckoned again. */
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

/** An award is its part of its base, less what the caps took. */
function lessCut(part: Micros, { Cut = 0 }: { Cut?: number | undefined }): Micros {
  return micros(part - fromJsonNumber(Cut));
}

/** What was looked up for one of the figures that a figure comes down to. */
export interface Evidence {
  postings: readonly ExplainedPosting[];
  accruals: readonly Accrual[];
}

/** A figure added up again, from the evidence of its leaves. */
export function recountFigure(figure: FigureName, evidenceOf: (leaf: FigureName) => Evidence, at: Date): Micros {
  return sum(
    leavesOf(figure).map((leaf) => {
      const { postings, accruals } = evidenceOf(leaf);
      return sum([
        ...postings.map((posting) => countPosting(leaf, posting)),
        ...accruals.map((accrual) => countAccrual(accrual, at)),
      ]);
    }),
  );
}

/**
 * The same as its screens show it (docs/decisions/0048-cents.md): what is in an account to the cent, what was paid or has accrued
 * to the cent for each payment and each position, and a figure with parts as the sum of these.
 */
export function recountShown(figure: FigureName, evidenceOf: (leaf: FigureName) => Evidence, at: Date): Micros {
  return sum(
    leavesOf(figure).map((leaf) => {
      if (isHeld(leaf)) return wholeCents(recountFigure(leaf, evidenceOf, at));
      const { postings, accruals } = evidenceOf(leaf);
      return shownTotal([
        ...postings.map((posting) => countPosting(leaf, posting)),
        ...accruals.map((accrual) => countAccrual(accrual, at)),
      ]);
    }),
  );
}

/** Whether it is what an account holds, rather than what was paid out of one. */
function isHeld(leaf: FigureName): boolean {
  const rule = figureRules[leaf];
  return 'moves' in rule && rule.moves.some(({ from, to }) => from === 'any' || to === 'any');
}

/** A single position or award, step by step. */
export interface PositionRecount {
  /** What was put to work, by the ledger; of an award, what it is a part of. */
  capital: Micros;
  /** What was set aside at the start, by the ledger. */
  promised: Micros;
  /** The sum of its operations. */
  payouts: Percent;
  /** Whether it has been paid out, or cancelled, or, of an award, paid. */
  isOver: boolean;
  /** What was withheld of the profit as tax, less what was given back, by the ledger. */
  withheld: Micros;
  /** What the ledger says: paid, or, while it runs, what it stands at by what was set aside or is at work. */
  counted: Micros;
  /** What its terms say. It is the same, or something is wrong. */
  agreed: Micros;
}

/** What ends a position, and what pays an award. */
const ends = new Set<string>([
  ...positionKinds.filter((kind) => !kind.endsWith('_opened')),
  'network_bonus',
  'network_residual',
]);

/** Whether it was left before its end. */
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
    all(({ From, To }) => isProfit(From) && (To === 'balance' || To === 'zord')) - all(({ To }) => To === 'trading'),
  );
  const agreed = isCanceled(postings) ? zero : agreedOf(name, terms, steps, at);
  return { ...steps, counted: steps.isOver ? paid : runningOf(name, terms, steps, at), agreed };
}

function isProfit(from: string): boolean {
  return from === 'promised' || from === 'trading' || from === 'treasury';
}

type Steps = Omit<PositionRecount, 'counted' | 'agreed'>;

/** What it stands at while nothing was paid, by what the ledger has of it. */
function runningOf(name: PositionName, terms: PositionTerms, steps: Steps, at: Date): Micros {
  if (isPromised(name)) return accrued(steps.promised, terms, at);
  return agreedOf(name, terms, steps, at);
}

/** What its terms make of its capital: all of it once it is over, until then what has accrued. */
function agreedOf(name: PositionName, terms: PositionTerms, steps: Steps, at: Date): Micros {
  if (isTraded(name)) return payoutResult(steps.capital, steps.payouts);
  const whole = percentOf(steps.capital, percentFromJsonNumber(terms.Rate ?? 0), roundDown);
  if (name === 'award') return lessCut(whole, terms);
  return steps.isOver ? whole : accrued(whole, terms, at);
}

function accrued(promised: Micros, { Start, End }: PositionTerms, at: Date): Micros {
  return accruedProfit(promised, new Date(Start), new Date(End), at);
}
