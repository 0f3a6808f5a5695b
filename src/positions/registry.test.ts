import { expect, test } from 'vitest';
import { toJsonNumber } from '#money/money.ts';
import {
  byPart,
  byReport,
  fixedProducts,
  isFixed,
  partName,
  positionKinds,
  positionStates,
  productOf,
  productOfKind,
  products,
  type ProductTraits,
  registry,
  stateOf,
  switchedProducts,
  tradedProducts,
  walletProduct,
  wireName,
  wireState,
} from './registry.ts';

const of = <Value>(each: (traits: ProductTraits) => Value): Value[] =>
  products.map((product) => each(registry[product]));

test('[D5] the four products, with their names here and in the API', () => {
  expect(products).toEqual(['stake', 'copytrade', 'primevault', 'primezord']);
  expect(products.map(wireName)).toEqual(['stake', 'copytrade', 'vault', 'primezord']);
  expect(products.map(partName)).toEqual(['Stake', 'Copytrade', 'Vault', 'Primezord']);
  expect(byPart((product) => product)).toEqual({
    Stake: 'stake',
    Copytrade: 'copytrade',
    Vault: 'primevault',
    Primezord: 'primezord',
  });
  expect(['vault', 'stake', 'primevault', ''].map(productOf)).toEqual(['primevault', 'stake', null, null]);
});

test('[S7] [V3] stake and vault promise a profit; copytrade and the bot earn the result of their operations', () => {
  expect(of((traits) => traits.yield)).toEqual(['fixed', 'traded', 'fixed', 'traded']);
  expect(products.map((product) => isFixed(product))).toEqual([true, false, true, false]);
  expect([fixedProducts, tradedProducts]).toEqual([
    ['stake', 'primevault'],
    ['copytrade', 'primezord'],
  ]);
});

test('[S7] only a stake can be cancelled early, for 40 per cent', () => {
  expect(of(({ cancelFee }) => cancelFee && toJsonNumber(cancelFee))).toEqual([40, undefined, undefined, undefined]);
  expect(of(({ states }) => states.canceled)).toEqual(['canceled', undefined, undefined, undefined]);
});

test('[Z1] the bot is paid from its own wallet, the others from the balance', () => {
  expect(of(({ source }) => source)).toEqual(['balance', 'balance', 'balance', 'zord']);
  expect(walletProduct).toBe('primezord');
});

test('[C2] only copytrade is opened and closed by the house, with a notice', () => {
  expect(switchedProducts).toEqual(['copytrade']);
  expect(of(({ openingNotice }) => openingNotice)).toEqual([undefined, 'copytrade_opened', undefined, undefined]);
  expect(of(({ notice }) => notice)).toEqual(['stake_matured', 'copy_ended', 'vault_ended', 'bot_ended']);
});

test('[S5] [C2] [V1] [Z3] each product has its own names for states, and knows no others', () => {
  expect(positionStates).toEqual(['running', 'ended', 'canceled']);
  expect(products.map((product) => positionStates.map((state) => wireState(product, state)))).toEqual([
    ['in_progress', 'finished', 'canceled'],
    ['active', 'expired', undefined],
    ['active', 'expired', undefined],
    ['in_progress', 'finished', undefined],
  ]);
  expect(['in_progress', 'finished', 'canceled', 'active', ''].map((word) => stateOf('stake', word))).toEqual([
    'running',
    'ended',
    'canceled',
    null,
    null,
  ]);
  expect(['active', 'expired', 'canceled'].map((word) => stateOf('primevault', word))).toEqual([
    'running',
    'ended',
    null,
  ]);
});

test('[L5] the event kinds of positions, and their products', () => {
  expect(positionKinds).toEqual([
    'stake_opened',
    'stake_matured',
    'stake_withheld',
    'stake_canceled',
    'copytrade_opened',
    'copytrade_matured',
    'primevault_opened',
    'primevault_matured',
    'primevault_withheld',
    'primezord_opened',
    'primezord_matured',
  ]);
  expect(
    ['stake_canceled', 'primezord_opened', 'primezord_deposited', 'copytrade_canceled'].map(productOfKind),
  ).toEqual(['stake', 'primezord', null, null]);
});

test("[H1] each product's folder and screen, and its history among all histories", () => {
  expect(of(({ folder, screen }) => [folder, screen])).toEqual([
    ['stakes', '/stake'],
    ['copytrade', '/copytrade'],
    ['primevault', '/primevault'],
    ['primezord', '/primezord'],
  ]);
  expect(of(({ history }) => history)).toEqual([
    { tab: 'stakes', place: 2 },
    { tab: 'copytrade', place: 1 },
    { tab: 'vault', place: 8, isNarrowed: true },
    { tab: 'primezord', place: 7 },
  ]);
});

test("[D1] [D3] the home report's figures for each product, by their contract names", () => {
  expect(byReport(['amount', 'profit', 'running', 'ended'], (product, what) => `${product} ${what}`)).toEqual({
    Amount: 'stake amount',
    Profit: 'stake profit',
    Running: 'stake running',
    Finished: 'stake ended',
    Amountcopy: 'copytrade amount',
    Profitcopy: 'copytrade profit',
    Runningcopy: 'copytrade running',
    Finishedcopy: 'copytrade ended',
    VaultInvestmentsCount: 'primevault running',
    BotInvestmentsCount: 'primezord running',
  });
  expect(byReport(['ended'], () => 0)).toEqual({ Finished: 0, Finishedcopy: 0 });
});
