import { type Chance, rollFrom } from '#testing/server/chance.ts';
import type { World } from '#testing/server/world.ts';
import { anyMove, type Lab, make, type Move, formatMove } from './moves.ts';
import { Ring } from './ring.ts';

/** Who brought whom in a ring (null: nobody), and its moves. */
export interface Plan {
  parents: (number | null)[];
  moves: Move[];
}

export interface Result {
  plan: Plan;
  /** By how much it ended up over what it may have (ring-book.ts), in micro-dollars: above zero is a hole. */
  excess: bigint;
  /** Its gain, and the part of it that must be bonuses if all the rest is as promised. */
  gain: bigint;
  bonus: bigint;
  mostBonus: bigint;
}

export interface Searched {
  best: Result;
  rings: number;
  calls: number;
  faults: string[];
}

export interface SearchSettings {
  lab: Lab;
  seed: number;
  /** The number of rings to try, unless time runs out first. */
  rings: number;
  leftMs(): number;
  /** Whether to stop at the first hole. */
  stopsAtHole?: boolean;
}

/** Every ring's money outside at the start. */
const begins = 20_000_000_000n;
/** A hundredth of a dollar: cents of reais are rounded. */
const roundings = 10_000n;

export function isHole({ excess }: Pick<Result, 'excess'>): boolean {
  return excess > roundings;
}

/**
 * Searches for ways in which a ring of 1 to 5 accounts gets more than it may. Starts with random plans, then varies those that came
 * furthest: a move added, removed or changed, a part repeated, and, greedily, the best of a few next moves. Every ring is new, with its own
 * tree, so that rings do not affect each other.
 */
export async function searchHoles(world: World, settings: SearchSettings): Promise<Searched> {
  const chance = rollFrom(settings.seed);
  const searched: Omit<Searched, 'best'> = { rings: 0, calls: 0, faults: [] };
  const furthest: Result[] = [];
  const attempt = async (plan: Plan): Promise<Result> => {
    const result = await play(world, plan, settings.lab, searched);
    searched.rings += 1;
    furthest.push(result);
    furthest.sort(byHowFar);
    furthest.splice(keeps);
    return result;
  };
  const isOver = (): boolean =>
    searched.rings >= settings.rings ||
    settings.leftMs() <= 0 ||
    (settings.stopsAtHole === true && furthest.some(isHole));
  while (!isOver()) {
    const isRandom = searched.rings < warmUp || chance.happens(0.25);
    if (isRandom) await attempt(anyPlan(chance));
    else if (chance.happens(0.3)) await extendGreedily(chance, chance.pick(furthest).plan, attempt, isOver);
    else await attempt(changed(chance, chance.pick(furthest).plan));
  }
  return { ...searched, best: furthest[0] as Result };
}

/** How many of the furthest plans are kept for variation, and how many plans start at random. */
const keeps = 12;
const warmUp = 12;
const longest = 16;

/** Sorts the plan furthest over the bound first; on a tie, the one with the larger bonus. */
function byHowFar(one: Result, other: Result): number {
  const difference = other.excess - one.excess || other.bonus - one.bonus;
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

/** Plays one plan on its own. */
export async function playAlone(world: World, plan: Plan, lab: Lab): Promise<{ result: Result; faults: string[] }> {
  const searched = { calls: 0, faults: [] as string[] };
  const result = await play(world, plan, lab, searched);
  return { result, faults: searched.faults };
}

async function play(
  world: World,
  plan: Plan,
  lab: Lab,
  searched: { calls: number; faults: string[] },
): Promise<Result> {
  const ring = await Ring.gather(world, plan.parents, begins, lab.operations);
  for (const move of plan.moves) await make(ring, move, lab);
  world.now = ring.lastEnd;
  await ring.settle();
  const gain = (await ring.wealth()) - begins;
  searched.calls += ring.calls;
  searched.faults.push(...ring.faults);
  const { earned, mostBonus } = ring.book;
  const bonus = gain - earned;
  return { plan, gain, bonus, mostBonus, excess: bonus - mostBonus };
}

function anyPlan(chance: Chance): Plan {
  const accounts = 1 + chance.whole(5);
  const parents = Array.from({ length: accounts }, (_, at) =>
    at === 0 || chance.happens(0.15) ? null : chance.whole(at),
  );
  const moves: Move[] = [];
  for (let left = 4 + chance.whole(8); left > 0; left -= 1) moves.push(nextMove(chance, accounts, moves));
  return { parents, moves };
}

/** Passes everything from the last active account to another, which then repeats its moves. */
function handedOn(chance: Chance, accounts: number, moves: readonly Move[]): Move[] {
  const last = moves.findLast((each) => 'at' in each);
  if (!last || !('at' in last)) return [];
  const to = chance.whole(accounts);
  const again = moves.filter((each) => !('at' in each) || (each.at === last.at && each.kind !== 'bring'));
  const pass: Move = { kind: 'pass', at: last.at, to, currency: 'usdt' };
  return [pass, ...again.slice(-6).map((each) => ('at' in each ? { ...each, at: to } : each))];
}

/** Usually the same account goes on, because related moves belong to one account. */
function nextMove(chance: Chance, accounts: number, before: readonly Move[]): Move {
  const move = anyMove(chance, accounts);
  const last = before.findLast((each) => 'at' in each);
  return last && 'at' in move && 'at' in last && chance.happens(0.6) ? { ...move, at: last.at } : move;
}

function changed(chance: Chance, { parents, moves }: Plan): Plan {
  const next = [...moves];
  const at = chance.whole(next.length + 1);
  switch (chance.whole(5)) {
    case 0:
      next.splice(at, 0, nextMove(chance, parents.length, next.slice(0, at)));
      break;
    case 1:
      next.splice(at, 1);
      break;
    case 2:
      next.splice(at, 1, nextMove(chance, parents.length, next.slice(0, at)));
      break;
    case 3:
      next.push(...next.slice(at, at + 1 + chance.whole(5)));
      break;
    default:
      next.push(...handedOn(chance, parents.length, next));
  }
  return { parents, moves: next.slice(0, longest) };
}

async function extendGreedily(
  chance: Chance,
  plan: Plan,
  attempt: (plan: Plan) => Promise<Result>,
  isOver: () => boolean,
): Promise<void> {
  let best: Result | null = null;
  for (let choice = 0; choice < 4 && !isOver(); choice += 1) {
    const moves = [...plan.moves];
    for (let more = 0; more < 2; more += 1) moves.push(nextMove(chance, plan.parents.length, moves));
    const result = await attempt({ ...plan, moves: moves.slice(-longest) });
    if (!best || byHowFar(result, best) < 0) best = result;
  }
  if (best && !isOver()) await attempt(changed(chance, best.plan));
}

const dollars = (micros: bigint): string => (Number(micros) / 1_000_000).toFixed(2);

/** A ring's moves and their outcome, in a few lines. */
export function formatResult({ plan, excess, gain, bonus, mostBonus }: Result): string {
  const tree = plan.parents.map((parent, at) => (parent === null ? `${at}` : `${at} brought by ${parent}`)).join(', ');
  const figures = `gains ${dollars(gain)} USD, bonuses ${dollars(bonus)} where ${dollars(mostBonus)} is the most: ${dollars(excess)} over`;
  return `a ring of ${plan.parents.length} ${figures}\n    (${tree}): ${plan.moves.map(formatMove).join('; ')}`;
}
