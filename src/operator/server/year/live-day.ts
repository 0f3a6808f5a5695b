import { stakePlans } from '#stakes/plans.ts';
import { type Actor, ask, type Stage } from './actor.ts';

/** A possible action on a day and its weight: most end in a refusal for want of money, as in life. */
type Deed = [weight: number, live: (stage: Stage, actor: Actor) => Promise<unknown>];

const deeds: Deed[] = [
  [30, bring],
  [14, withdraw],
  [20, openStake],
  [4, leaveStake],
  [8, (stage, actor) => openCopy(stage, actor, [50, 100, 250])],
  [8, openVault],
  [2, (stage, actor) => subscribeBot(stage, actor)],
  [8, (stage, actor) => bot(stage, actor, 'deposit')],
  [6, (stage, actor) => bot(stage, actor, 'invest')],
  [4, (stage, actor) => bot(stage, actor, 'withdraw')],
];
const weights = deeds.reduce((sum, [weight]) => sum + weight, 0);

/** Lives one customer's day: nothing, or one action. */
export async function liveDay(stage: Stage, actor: Actor): Promise<void> {
  if (!stage.chance.happens(0.4)) return;
  let left = stage.chance.whole(weights);
  for (const [weight, live] of deeds) {
    left -= weight;
    if (left < 0) return void (await live(stage, actor));
  }
}

function bring(stage: Stage, actor: Actor): Promise<unknown> {
  // Occasionally a deposit large enough for a withdrawal that the operator has to review.
  const most = stage.chance.happens(0.03) ? 2_000_000 : 90_000;
  const amount = stage.chance.whole(most) / 100 + 10;
  const currency = stage.chance.happens(0.4) ? 'brl' : 'usdt';
  return ask(stage, actor, 'deposit', '/api/deposit', { amount: Number(amount.toFixed(2)), user: actor.id, currency });
}

async function withdraw(stage: Stage, actor: Actor): Promise<unknown> {
  const user = (await ask(stage, actor, 'user', '/api/user')) as { Balance: number } | null;
  const amount = Math.floor((user?.Balance ?? 0) * 100 * stage.chance.next()) / 100;
  const currency = stage.chance.happens(0.5) ? 'brl' : 'usdt';
  if (amount < 1) return null;
  return ask(stage, actor, 'withdrawal', '/api/withdraw', { amount, user: actor.id, currency });
}

function openStake(stage: Stage, actor: Actor): Promise<unknown> {
  const plan = stage.chance.pick(stakePlans);
  const amount = stage.chance.pick(plan.amounts.slice(0, 12));
  return ask(stage, actor, 'stake', '/api/stake', { amount, time_stake: plan.days });
}

export async function leaveStake(stage: Stage, actor: Actor): Promise<unknown> {
  const stakes = (await ask(stage, actor, 'stakes', '/api/stakes')) as { Id: string; Status: string }[] | null;
  const running = stakes?.filter((stake) => stake.Status === 'in_progress') ?? [];
  if (running.length === 0) return null;
  return ask(stage, actor, 'stake cancelled', `/api/stake/${stage.chance.pick(running).Id}`, {});
}

export function openCopy(stage: Stage, actor: Actor, amounts: number[]): Promise<unknown> {
  return ask(stage, actor, 'copytrade', '/api/copytrade', { amount: stage.chance.pick(amounts) });
}

async function openVault(stage: Stage, actor: Actor): Promise<unknown> {
  await ask(stage, actor, 'vault terms', '/api/vault/subscribe', { terms: true });
  const promocode = stage.chance.happens(0.3) ? { promocode: yearPromocode } : {};
  const amount = stage.chance.pick([100, 250, 500]);
  return ask(stage, actor, 'vault', '/api/vault/deposit', { amount, ...promocode });
}

/** Created for the year, with so few uses that it runs out. */
export const yearPromocode = 'YEAR5';

export async function subscribeBot(stage: Stage, actor: Actor): Promise<unknown> {
  const user = (await ask(stage, actor, 'user', '/api/user')) as { Hasbot: boolean } | null;
  return user?.Hasbot ? null : ask(stage, actor, 'bot subscribed', '/api/bot/subscribe', {});
}

function bot(stage: Stage, actor: Actor, deed: 'deposit' | 'invest' | 'withdraw'): Promise<unknown> {
  return ask(stage, actor, `bot ${deed}`, `/api/bot/${deed}`, { amount: stage.chance.pick([25, 50, 100]) });
}
