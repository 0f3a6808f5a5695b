import type { TestInvestor, World } from '#testing/server/world.ts';
import { vaultInvestor } from '#primevault/server/testing/vault-world.ts';
import { botOwner } from '#testing/server/bot-owner.ts';

/** A customer prepared to make the same call many times. */
export interface Caller {
  who: TestInvestor;
  url: string;
  body: object;
  /** A figure of the customer's that starts at `begins` and changes by `step` with each accepted call. */
  measure(): Promise<number>;
}

/** A call that moves money, and how often the prepared customer can afford it. */
export interface MoneyRoute {
  name: string;
  affords: number;
  accepted: 200 | 201;
  /** The answer to calls beyond that; null if there are none beyond. */
  refusal: string | null;
  begins: number;
  step: number;
  prepare(world: World): Promise<Caller>;
}

type Made = Pick<MoneyRoute, 'name' | 'begins' | 'step' | 'prepare'> & Partial<MoneyRoute>;

const spending = (made: Made): MoneyRoute => ({
  affords: 10,
  accepted: 201,
  refusal: '422 insufficient_balance',
  ...made,
});

const bySelf = (who: TestInvestor, url: string, body: object): Caller => ({ who, url, body, measure: who.balance });

const availableOf = (who: TestInvestor) => async (): Promise<number> =>
  (await who.get('/api/bot/wallet')).json<{ Available: number }>().Available;

async function prepareCancel(world: World): Promise<Caller> {
  const who = await world.investor({ balance: '100' });
  const { Id } = (await who.post('/api/stake', { amount: 100, time_stake: 30 })).json<{ Id: string }>();
  return bySelf(who, `/api/stake/${Id}`, {});
}

async function prepareTransfer(world: World, direction: 'deposit' | 'withdraw', amount: number): Promise<Caller> {
  const who = await world.investor({ balance: '100', isEmailConfirmed: true });
  const measure = async (): Promise<number> => {
    const listed = await who.get(`/api/transfers?limit=500&direction=deposit`);
    return direction === 'deposit' ? listed.json<unknown[]>().length : who.balance();
  };
  return { who, url: `/api/${direction}`, body: { amount, user: who.id, currency: 'usdt' }, measure };
}

async function prepareBot(world: World, move: 'withdraw' | 'invest'): Promise<Caller> {
  const who = await botOwner(world, { wallet: 250 });
  return { who, url: `/api/bot/${move}`, body: { amount: 25 }, measure: availableOf(who) };
}

/** The amount of one deposit of the storm, out of the 100,000 USD with which every account at the sandbox brokerage begins. */
export const deposited = 1_000;

/** Every call that moves money in the product. */
export const moneyRoutes: readonly MoneyRoute[] = [
  spending({
    name: 'stake',
    begins: 100,
    step: -10,
    prepare: async (world) =>
      bySelf(await world.investor({ balance: '100' }), '/api/stake', { amount: 10, time_stake: 30 }),
  }),
  spending({
    name: 'cancel',
    affords: 1,
    accepted: 200,
    refusal: '409 stake_not_running',
    begins: 0,
    step: 60,
    prepare: prepareCancel,
  }),
  spending({
    name: 'copytrade',
    begins: 500,
    step: -50,
    prepare: async (world) => bySelf(await world.investor({ balance: '500' }), '/api/copytrade', { amount: 50 }),
  }),
  spending({
    name: 'vault deposit',
    begins: 1_000,
    step: -100,
    prepare: async (world) => bySelf(await vaultInvestor(world, '1000'), '/api/vault/deposit', { amount: 100 }),
  }),
  spending({
    name: 'bot subscribe',
    affords: 1,
    refusal: '409 already_subscribed',
    begins: 200,
    step: -50,
    prepare: async (world) => bySelf(await world.investor({ balance: '200' }), '/api/bot/subscribe', {}),
  }),
  spending({
    name: 'bot deposit',
    begins: 250,
    step: -25,
    prepare: async (world) => bySelf(await botOwner(world, { balance: '250' }), '/api/bot/deposit', { amount: 25 }),
  }),
  spending({ name: 'bot withdraw', begins: 250, step: -25, prepare: (world) => prepareBot(world, 'withdraw') }),
  spending({ name: 'bot invest', begins: 250, step: -25, prepare: (world) => prepareBot(world, 'invest') }),
  spending({ name: 'withdraw', begins: 100, step: -10, prepare: (world) => prepareTransfer(world, 'withdraw', 10) }),
  // The brokerage refuses an amount that is not there, but later: each call is a separate intent.
  spending({
    name: 'deposit',
    affords: Infinity,
    refusal: null,
    begins: 0,
    step: 1,
    prepare: (world) => prepareTransfer(world, 'deposit', deposited),
  }),
];
