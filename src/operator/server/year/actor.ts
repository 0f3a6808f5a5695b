import { fetchWithin } from '#platform/server/fetch-within.ts';
import { randomUUID } from 'node:crypto';
import { createCustomer } from '#auth/server/create-customer.ts';
import { openSession } from '#auth/server/session-store.ts';
import type { Database } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { switchedProducts } from '#positions/registry.ts';
import type { Chance } from './chance.ts';
import { nameNewcomer } from './name-newcomer.ts';
import type { Tally } from './tally.ts';

/** A customer of the simulated year: a real one, who calls the running Lastro over HTTP like anybody else. */
export interface Actor {
  id: string;
  code: string;
  token: string;
}

export interface Stage {
  db: Database;
  /** The address of the running Lastro. */
  api: string;
  chance: Chance;
  tally: Tally;
}

/** The customers before a newcomer, whose affiliate link may bring them, the demo investor's more often. */
export interface Known {
  demo: Actor | null;
  others: readonly Actor[];
}

/** Creates a customer, usually through somebody's affiliate link. Nobody knows their password: only this program acts for them. */
export function makeActor({ db, chance }: Stage, known: Known, number: number): Promise<Actor> {
  const name = nameNewcomer(number);
  const referrer = findReferrer(chance, known, number);
  return transaction(db, async (tx) => {
    const { id, code } = await createCustomer(tx, {
      email: `${name.toLowerCase().replace(' ', '.')}.${randomUUID().slice(0, 6)}@sandbox.example`,
      name,
      phone: `+55119${String(number).padStart(8, '0')}`,
      birth: '1985-06-15',
      passwordHash: 'nobody logs in by this',
      isEmailConfirmed: true,
      code: referrer?.code,
    });
    const { token } = await openSession(tx, id, true);
    return { id, code, token };
  });
}

/** The demo investor brings every third customer, who brings the next one: a network with levels, whatever the dice say. */
function findReferrer(chance: Chance, { demo, others }: Known, number: number): Actor | null {
  if (demo && number % 3 === 1) return demo;
  if (demo && number % 3 === 2) return others.at(-1) ?? null;
  return others.length > 0 && chance.happens(0.35) ? chance.pick(others) : null;
}

/** Refusals to be expected on any day: money, capacity or the product is lacking. */
const expected = new Set([
  ...switchedProducts.map((product) => `${product}_closed`),
  'insufficient_balance',
  'no_capacity',
  'no_rate',
  'bot_required',
  'promocode_used_up',
  'promocode_used_by_you',
  'promocode_spent',
]);

/** Makes a call and counts its outcome. Returns null unless it succeeds. */
export async function ask(stage: Stage, actor: Actor, what: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetchWithin(30_000, stage.api + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: actor.token, ...(body ? sending : {}), 'idempotency-key': randomUUID() },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  const said = text ? (JSON.parse(text) as { code?: string }) : {};
  if (answer.ok) {
    if (body) stage.tally.count(what, 'done');
    return said;
  }
  stage.tally.count(what, said.code ?? String(answer.status));
  if (!expected.has(said.code ?? '')) stage.tally.surprises.push(`${what}: ${answer.status} ${text.slice(0, 200)}`);
  return null;
}

const sending = { 'content-type': 'application/json' };
