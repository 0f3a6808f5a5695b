import { ask, type Actor, type Stage } from './actor.ts';
import { leaveStake, openCopy, subscribeBot, yearPromocode } from './live-day.ts';

/** An action that an ordinary investor takes on certain days: `first`, then `every` so many days; 0 means never again. */
interface Habit {
  first: number;
  every: number;
  live: (stage: Stage, actor: Actor) => Promise<unknown>;
}

/**
 * A plausible year: money from every salary, stakes of one to six months, one of them left early, a copy now and then, the vault each
 * quarter, the bot once it was understood, and some money taken out to live on. Deposits cover it, so refusals for want of money, common
 * among the others, are rare here.
 */
const habits: Habit[] = [
  { first: 1, every: 28, live: bring },
  { first: 2, every: 0, live: bringWhatIsMissing },
  { first: 4, every: 0, live: bringWhatIsMissing },
  { first: 3, every: 24, live: (stage, actor) => stake(stage, actor, 30, [100, 100, 300]) },
  { first: 5, every: 21, live: (stage, actor) => openCopy(stage, actor, [100, 250]) },
  { first: 9, every: 48, live: vault },
  { first: 14, every: 0, live: subscribeBot },
  { first: 15, every: 35, live: (stage, actor) => bot(stage, actor, 'deposit', 100) },
  { first: 16, every: 35, live: (stage, actor) => bot(stage, actor, 'invest', 100) },
  { first: 32, every: 75, live: (stage, actor) => stake(stage, actor, 180, [500, 1000]) },
  { first: 36, every: 45, live: (stage, actor) => stake(stage, actor, 60, [400, 500]) },
  { first: 40, every: 45, live: withdraw },
  { first: 60, every: 70, live: (stage, actor) => bot(stage, actor, 'withdraw', 25) },
  { first: 78, every: 190, live: leaveStake },
];

/** Performs the demo investor's actions for a day of the year, counted from one. */
export async function liveDemoDay(stage: Stage, demo: Actor, day: number): Promise<void> {
  for (const { first, every, live } of habits) {
    const since = day - first;
    if (since === 0 || (since > 0 && every > 0 && since % every === 0)) await live(stage, demo);
  }
}

function bring(stage: Stage, demo: Actor): Promise<unknown> {
  const amount = 1_100 + 50 * stage.chance.whole(9);
  const currency = stage.chance.happens(0.5) ? 'brl' : 'usdt';
  return ask(stage, demo, 'deposit', '/api/deposit', { amount, user: demo.id, currency });
}

/** The brokerage may have refused the first deposit: with too little in the account, it is tried again. */
async function bringWhatIsMissing(stage: Stage, demo: Actor): Promise<unknown> {
  const user = (await ask(stage, demo, 'user', '/api/user')) as { Balance: number } | null;
  return user && user.Balance < 500 ? bring(stage, demo) : null;
}

function withdraw(stage: Stage, demo: Actor): Promise<unknown> {
  const amount = 120 + 20 * stage.chance.whole(8);
  return ask(stage, demo, 'withdrawal', '/api/withdraw', { amount, user: demo.id, currency: 'brl' });
}

function stake(stage: Stage, demo: Actor, days: number, amounts: number[]): Promise<unknown> {
  return ask(stage, demo, 'stake', '/api/stake', { amount: stage.chance.pick(amounts), time_stake: days });
}

async function vault(stage: Stage, demo: Actor): Promise<unknown> {
  await ask(stage, demo, 'vault terms', '/api/vault/subscribe', { terms: true });
  return ask(stage, demo, 'vault', '/api/vault/deposit', {
    amount: stage.chance.pick([250, 250, 500]),
    promocode: yearPromocode,
  });
}

function bot(stage: Stage, demo: Actor, deed: 'deposit' | 'invest' | 'withdraw', amount: number): Promise<unknown> {
  return ask(stage, demo, `bot ${deed}`, `/api/bot/${deed}`, { amount });
}
