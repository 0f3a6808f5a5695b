import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Language } from '#platform/languages.ts';
import { noteBusinessTime } from '#platform/web/server-clock.ts';
import { answerNetwork, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { listMaturities } from '../contract.ts';
import { NextMaturity } from './next-maturity.tsx';
import { maturityOf } from './testing/maturities.ts';

beforeEach(() => {
  vi.restoreAllMocks();
  noteBusinessTime('2026-04-23T15:00:00.000Z');
});

async function showNext(different: Parameters<typeof maturityOf>[0], language: Language = 'pt-BR'): Promise<string> {
  const network = answerNetwork().answer(listMaturities, () => [maturityOf(different)]);
  await show(<NextMaturity />, { language });
  const link = page.getByRole('link');
  await expect.element(link).toHaveAttribute('href', '/maturities');
  expect(network.callsTo(listMaturities)[0]?.address).toContain('limit=500');
  return (link.element().parentElement?.textContent ?? '').replaceAll('\u00a0', ' ').replaceAll(/[\u2068\u2069]/g, '');
}

test.each([
  [{}, '1 de mai.: US$ 375,00 voltam, em 8 dias', 'Stake, com o lucro prometido'],
  [{ Amount: 1, Profit: 0.5 }, '1 de mai.: US$ 1,50 volta, em 8 dias', 'Stake'],
  [{ End: '2026-04-24T04:00:00.000Z' }, '24 de abr.: US$ 375,00 voltam, amanhã', 'Stake'],
  [{ End: '2026-04-23T16:00:00.000Z' }, '23 de abr.: US$ 375,00 voltam, hoje', 'Stake'],
  [{ End: '2027-01-03T12:00:00.000Z' }, '3 de jan. de 2027: US$ 375,00 voltam, em 255 dias', 'Stake'],
  [
    { Product: 'copytrade', Promised: false, Profit: -20.001 },
    'US$ 279,99 voltam',
    'Copytrade, com o resultado até agora',
  ],
  [{ Product: 'primezord', Promised: false }, 'US$ 375,00 voltam', 'Primezord, à carteira do robô'],
] as const)('[G2] the next maturity, when and how much: %o', async (different, said, how) => {
  const text = await showNext(different);
  expect(text).toContain(said);
  expect(text).toContain(how);
});

test('[G2] all that comes back on the next day is one sum, by the reader’s midnights, and names its products', async () => {
  answerNetwork().answer(listMaturities, () => [
    maturityOf(),
    maturityOf({ Product: 'vault', End: '2026-05-01T23:00:00.000Z', Amount: 100, Profit: 30.009 }),
    maturityOf({ Amount: 10, Profit: 1 }),
    maturityOf({ End: '2026-05-02T12:00:00.000Z' }),
  ]);
  await show(<NextMaturity />);
  await expect.element(page.getByRole('link')).toHaveTextContent(/US\$\s516,00/);
  await expect.element(page.getByText('Stake e PrimeVault, com o lucro prometido')).toBeVisible();
});

test('[G2] in Persian, in its calendar and digits', async () => {
  expect(await showNext({}, 'fa')).toContain('۱۱ اردیبهشت: ۸ روز دیگر ‎$۳۷۵٫۰۰ بازمی‌گردد');
});

test('[G2] with nothing running it says so in a sentence; when it cannot be loaded it is left out', async () => {
  answerNetwork().answer(listMaturities, () => []);
  await show(<NextMaturity />);
  await expect.element(page.getByText('Nada está aplicado agora.')).toBeVisible();
  const network = answerNetwork().answer(listMaturities, () => refusal(500, 'fault', 'Algo deu errado.'));
  const { container } = await show(<NextMaturity />);
  await vi.waitFor(() => expect(network.callsTo(listMaturities).length).toBeGreaterThan(0));
  await vi.waitFor(() => expect(container.textContent).not.toContain('Algo deu errado'));
});
