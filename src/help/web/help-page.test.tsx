import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Catalog, readCatalog } from '#catalog/contract.ts';
import { looks, looksInAll } from '#testing/web/looks.ts';
import { findViolations } from '#testing/web/find-violations.ts';
import { answerNetwork, type Network, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { readRates } from '#wallet/contract.ts';
import { type Help, readHelp } from '../contract.ts';
import { helpQuestions, helpSections } from '../topics.ts';
import { HelpPage } from './help-page.tsx';

/** Figures that differ from the product's own, so that none can be hard-coded in the page or its texts. */
const catalog: Catalog = {
  Stake: {
    Periods: [
      { Days: 31, Rate: 11, Amounts: [17, 34], Offered: true },
      { Days: 91, Rate: 61, Amounts: [70], Offered: false },
    ],
    CancelFee: 37,
  },
  Copytrade: { Open: true, Amounts: [53], Days: 33 },
  Vault: { Days: 181, Rate: 29, Amounts: [107] },
  Primezord: { EntryFee: 43, Amounts: [59], Days: 35 },
  Currencies: ['brl', 'usdt'],
  Fees: { StakeCancel: 37, Deposit: 0, WithdrawBrl: 0.5, WithdrawUsdt: 3 },
  Minimums: { Deposit: 19 },
  Network: { Bonus: 7, Residual: [4, 2.5, 1.5], BonusCapDay: 1111, BonusCapMonth: 2222 },
  Links: { Broker: '', Support: '', Affiliate: '' },
};
const help: Help = {
  Withdrawal: { Limit: 4321, LimitHours: 23, ChangeHours: 22 },
  Rate: { MaxAgeMinutes: 47 },
  Terms: {
    Present: '2026-11-22',
    Accepted: {
      Version: '2026-11-22',
      At: '2026-11-23T12:00:00.000Z',
      Fees: { StakeCancel: 41.5, WithdrawUsdt: 2.25 },
    },
  },
  VaultTerms: { Present: '2026-11-22', Accepted: null },
};

let network: Network;
beforeEach(async () => {
  vi.restoreAllMocks();
  await page.viewport(1440, 900);
  network = answerNetwork()
    .answer(readCatalog, () => catalog)
    .answer(readHelp, () => help)
    .answer(readRates, () => ({
      Usdbrl: { High: 5.5, Low: 5.25, At: '2026-11-23T12:00:00.000Z' },
      Stale: false,
      Closed: null,
    }));
});

function open(hash = '', shown: Parameters<typeof show>[1] = {}) {
  window.history.replaceState(null, '', `/help${hash}`);
  return show(
    <main>
      <HelpPage />
    </main>,
    shown,
  );
}

const section = (topic: string) => document.getElementById(topic);
const told = (topic: string): string => (section(topic)?.textContent ?? '').replaceAll('\u00a0', ' ');

test('[G4] every figure comes from the server, and none from the page', async () => {
  await open();
  await expect.element(page.getByRole('heading', { name: 'Taxas', exact: true })).toBeVisible();
  for (const words of ['0,5% do valor', '3% do valor', '37% do valor', 'US$ 43,00, uma única vez', 'Sem taxa']) {
    expect(told('fees')).toContain(words);
  }
  for (const words of ['US$ 19,00', '23 horas', 'US$ 4.321,00', '22 horas']) expect(told('limits')).toContain(words);
  await vi.waitFor(() => expect(told('rates')).toContain('US$ 1 = R$ 5,50'));
  for (const words of ['47 minutos', 'US$ 1 = R$ 5,25']) expect(told('rates')).toContain(words);
  for (const words of ['31 dias', '11%', 'US$ 17 e US$ 34', '181 dias', '29%', '33 dias', 'US$ 53', '35 dias']) {
    expect(told('products')).toContain(words);
  }
  // A product that has rules but is not on offer is not shown as offered.
  expect(told('products')).not.toContain('91 dias');
  for (const words of ['7%', '4%, 2,5% e 1,5%', 'US$ 1.111,00', 'US$ 2.222,00']) {
    expect(told('referrals')).toContain(words);
  }
  for (const words of ['4 horas e 58 minutos', '30 dias', '3 dias']) expect(told('times')).toContain(words);
  expect(told('cancel-stake')).toContain('De uma stake de US$ 17,00, a taxa é de US$ 6,29 e US$ 10,71 volta');
  expect(told('terms')).toMatch(/Versão .2026-11-22., aceita em 23 de novembro de 2026/);
  expect(told('terms')).toContain('Ainda não aceitos');
  for (const topic of [...helpSections, ...helpQuestions]) {
    expect(told(topic).length, topic).toBeGreaterThan(40);
    expect(told(topic), topic).not.toMatch(/[{}]|undefined|NaN/);
  }
});

test('[G4] a withheld tax is stated among the fees, the products and the terms', async () => {
  const [Stake, Vault] = [
    { ...catalog.Stake, TaxRate: 13.5 },
    { ...catalog.Vault, TaxRate: 13.5 },
  ];
  network.answer(readCatalog, () => ({ ...catalog, Stake, Vault }));
  await open();
  await vi.waitFor(() => expect(told('fees')).toContain('13,5% do lucro'));
  for (const topic of ['products', 'terms']) expect(told(topic)).toContain('13,5% dele são retidos como imposto');
  expect(told('terms')).toContain('menos o imposto, voltam ao seu saldo');
});

test('[G4] where nothing is withheld no tax is mentioned', async () => {
  await open();
  await expect.element(page.getByRole('heading', { name: 'Taxas', exact: true })).toBeVisible();
  for (const topic of ['fees', 'products', 'terms']) expect(told(topic)).not.toMatch(/impost/i);
});

test('[G4] a closed copytrade is marked as closed, and a superseded version of the terms as such', async () => {
  network
    .answer(readCatalog, () => ({ ...catalog, Copytrade: { ...catalog.Copytrade, Open: false } }))
    .answer(readHelp, () => ({
      ...help,
      Terms: { Present: '2027-01-01', Accepted: { At: '2026-11-23T12:00:00.000Z', Fees: null, Version: '2020-01-01' } },
      VaultTerms: { Present: '2027-01-01', Accepted: { Version: '2026-11-22', At: '2026-11-23T12:00:00.000Z' } },
    }));
  await open();
  await vi.waitFor(() => expect(told('products')).toContain('Novos registros fechados agora'));
  expect(told('terms')).toMatch(/A versão em vigor é a .2027-01-01.\./);
  expect(told('terms')).toContain('ela é aceita no próximo investimento');
  expect(told('terms')).toContain('O texto desta versão está com o suporte.');
});

test('[G4] a URL leads to its section or opens its question, and an invalid one leads to the page', async () => {
  await open('#cancel-stake');
  await vi.waitFor(() => expect((section('cancel-stake') as HTMLDetailsElement).open).toBe(true));
  expect(document.activeElement).toBe(section('cancel-stake')?.querySelector('summary'));
  await page.getByRole('navigation', { name: 'Nesta página' }).getByRole('link', { name: 'Taxas' }).click();
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('fees-title'));
  expect(window.location.hash).toBe('#fees');
  expect(Math.abs(section('fees')?.getBoundingClientRect().top ?? 999)).toBeLessThan(200);
  await open('#%E0%A4%A');
  await expect.element(page.getByRole('heading', { name: 'Taxas', exact: true }).first()).toBeVisible();
});

test('[G4] the terms are shown in full, and support even when the figures fail to load', async () => {
  network.answer(readHelp, () => refusal(500, 'fault', 'x'));
  await open('', { site: { support: 'mailto:ajuda+vip@casa.example?subject=Oi' } });
  const addressOfSupport = () => section('support')?.querySelector('a[href^="mailto:"]')?.getAttribute('href');
  await vi.waitFor(() => expect(addressOfSupport()).toBe('mailto:ajuda+vip@casa.example?subject=Oi'));
  expect(told('support')).toContain('ajuda+vip@casa.example');
  expect(told('support')).not.toContain('Oi');
  network.answer(readHelp, () => help);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await page.getByText('Ler os termos de uso').click();
  await expect.element(page.getByText('Pessoas com 18 anos ou mais', { exact: false })).toBeVisible();
});

test('[G4] the page says when no support has been set, and the operator’s note on risk replaces the built-in one', async () => {
  await open('', { site: { supportIsSet: false, riskNote: 'Nota da casa sobre risco.' } });
  await expect.element(page.getByText('nenhum contato de suporte foi definido', { exact: false })).toBeVisible();
  await vi.waitFor(() => expect(told('risks')).toContain('Nota da casa sobre risco.'));
});

test('[G4] printing opens everything, and afterwards closes it again', async () => {
  await open();
  await expect.element(page.getByText('Quanto tempo leva um saque?')).toBeVisible();
  const openOnes = () => document.querySelectorAll('details[open]').length;
  expect(openOnes()).toBe(0);
  window.dispatchEvent(new Event('beforeprint'));
  expect(openOnes()).toBe(helpQuestions.length + 2);
  window.dispatchEvent(new Event('afterprint'));
  expect(openOnes()).toBe(0);
});

test.each(looksInAll(320))(
  '[G4] amounts are separated, and no name overlaps its return: $language, $width px',
  async (look) => {
    await page.viewport(look.width, 800);
    const Amounts = [1000, 2000, 3000, 4000, 5000, 10_000, 20_000];
    network.answer(readCatalog, () => ({ ...catalog, Vault: { ...catalog.Vault, Amounts } }));
    await open('', look);
    await vi.waitFor(() => expect(document.querySelector('#products [data-place="title"]')).not.toBeNull());
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(look.width);
    expect(told('products')).not.toMatch(/\p{Nd}\u200e?(US)?\$/u);
    for (const title of document.querySelectorAll('#products [data-place="title"]')) {
      const [one, other] = [title, title.parentElement?.querySelector('[data-place="main"]')].map(wordsOf);
      expect(
        one && other && one.right > other.left + 1 && other.right > one.left + 1 && Math.abs(one.top - other.top) < 10,
      ).toBe(false);
    }
  },
);

/** Bounds of an element's text, whatever the size of its box. */
function wordsOf(element: Element | null | undefined): DOMRect | null {
  if (!element) return null;
  const range = document.createRange();
  range.selectNodeContents(element.lastElementChild ?? element);
  return range.getBoundingClientRect();
}

test.each(looks)('[G4] has no accessibility violations: $theme, $language, $width px', async (look) => {
  await page.viewport(look.width, 800);
  await open('', look);
  await vi.waitFor(() => expect(section('risks')).not.toBeNull());
  for (const fold of document.querySelectorAll('details')) fold.open = true;
  await vi.waitFor(() => expect(document.querySelectorAll('h4').length).toBeGreaterThan(3));
  expect(await findViolations()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(look.width);
});
