import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ana } from '#testing/web/ana.ts';
import { answerNetwork } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { listLicences } from '#copytrade/contract.ts';
import { shownDifference, shownSum } from '#money/shown.ts';
import { readFigures } from '#money/testing/read-figures.ts';
import { reportOperations } from '#operations/contract.ts';
import type { Language } from '#platform/languages.ts';
import { endFirstScreen } from '#platform/web/loading/after-first-screen.tsx';
import { readUser } from '#profile/contract.ts';
import { listStakes } from '#stakes/contract.ts';
import { stakeOf } from '#stakes/web/testing/stakes.ts';
import { listTransfers } from '#wallet/contract.ts';
import { type EquityPoint, readEquity, readHomeReport } from '../contract.ts';
import { DashboardScreen } from '#app/web/dashboard-screen.tsx';
import { equityOf, pointOf, reportOf } from './testing/figures.ts';

beforeEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  window.history.replaceState(null, '', '/dashboard');
  await page.viewport(1440, 900);
  // Does not wait for the parts that load after the figures.
  endFirstScreen();
});

/** As the server sends it: every part to the micro-dollar, and as shown. */
function uglyPoint(date: string, parts: Partial<EquityPoint>): EquityPoint {
  const point = pointOf({ Date: date, ...parts });
  const [Balance, Stake, Copytrade] = [shownSum(point.Balance), shownSum(point.Stake), shownSum(point.Copytrade)];
  const [Vault, Primezord] = [shownSum(point.Vault), shownSum(point.Primezord)];
  const Total = shownSum(Balance, Stake, Copytrade, Vault, Primezord);
  return { ...point, Shown: { Total, Balance, Stake, Copytrade, Vault, Primezord } };
}

const newest = { Balance: 1974.804999, Stake: 2365.767, Copytrade: 841.274, Primezord: 254.987777 };
const earnings = { TotalEarnings: 39.304647, TotalEarned: 17.0829 };

function answerUgly(): void {
  const earlier = equityOf(90).map(({ Date }, at) =>
    uglyPoint(Date, { Balance: 1500.006_6 + at / 7, Stake: 2000.009_9 + at / 3, Copytrade: 800.003_3 + at / 9 }),
  );
  answerNetwork()
    .answer(readUser, () => ana({ Balance: newest.Balance }))
    .answer(readHomeReport, () =>
      reportOf({ ...earnings, Shown: { ...reportOf(), TotalEarnings: 39.21, TotalEarned: 17.02 } }),
    )
    .answer(listStakes, () => [stakeOf()])
    .answer(listTransfers, () => [])
    .answer(listLicences, () => [])
    .answer(reportOperations, () => [])
    .answer(readEquity, () => earlier.map((day, at) => (at === 0 ? uglyPoint(day.Date, newest) : day)));
}

function text(locator: ReturnType<typeof page.getByRole>): string {
  return locator.element().textContent ?? '';
}

test.each(['pt-BR', 'fa'] as const)(
  '[L7] [D1] [D5] in %s the total is the sum of the cards, and each row of the chart’s table adds up',
  async (language: Language) => {
    answerUgly();
    await show(<DashboardScreen />, { language });
    const wealth = page.getByRole('region', { name: language === 'fa' ? 'دارایی شما' : 'Seu patrimônio' });
    await expect.element(wealth.getByRole('definition').first()).toBeVisible();
    const [all = Number.NaN, ...parts] = readFigures(text(wealth));
    expect(parts).toEqual([1974.8, 2365.76, 841.27, 254.98]);
    expect(all).toBe(5436.81);

    await expect.poll(() => document.querySelector('figure summary')).not.toBeNull();
    document.querySelector<HTMLElement>('figure summary')?.click();
    const rows = (): Element[] => [...document.querySelectorAll('figure table tr')];
    await expect.poll(() => rows().length).toBe(91);
    for (const row of rows().slice(1)) {
      const cells = [...row.querySelectorAll('td, th')].flatMap((cell) => readFigures(cell.textContent ?? ''));
      const last = cells.pop();
      expect(shownSum(...cells)).toBe(last);
    }
  },
);

test('[L7] [D1] paid and accrued earnings add up to the total', async () => {
  answerUgly();
  await show(<DashboardScreen />);
  const figures = page.getByRole('region', { name: 'Seus números' });
  await expect.element(figures).toHaveTextContent('Rendimento total');
  const [total = 0, paid = 0, accrued = 0] = readFigures(text(figures));
  expect([total, paid, accrued]).toEqual([39.21, 17.02, shownDifference(39.21, 17.02)]);
  expect(shownSum(paid, accrued)).toBe(total);
});

test('[L7] [D5] the chart’s sentence ends at the total', async () => {
  answerUgly();
  await show(<DashboardScreen />);
  const caption = page.getByRole('figure').first();
  await expect.element(caption).toHaveTextContent('seu patrimônio foi de');
  const [, to] = readFigures(caption.element().querySelector('figcaption')?.textContent ?? '');
  expect(to).toBe(5436.81);
});
