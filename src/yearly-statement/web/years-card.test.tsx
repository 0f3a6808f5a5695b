import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { findViolations } from '#testing/web/find-violations.ts';
import { answerNetwork, noConnection } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { readYears } from '../contract.ts';
import { YearsCard } from './years-card.tsx';

const years = [
  { Year: 2027, Until: '2027-02-10T12:00:00.000Z' },
  { Year: 2026, Until: null },
];

beforeEach(async () => {
  vi.restoreAllMocks();
  await page.viewport(360, 800);
});

test('[G6] offers PDF and CSV for each year, and shows until when the current one runs', async () => {
  answerNetwork().answer(readYears, () => years);
  const { container } = await show(
    <main>
      <h1>Extrato</h1>
      <YearsCard />
    </main>,
  );
  await expect.element(page.getByText('até 10 de fev. de 2027')).toBeVisible();
  await expect.element(page.getByText('ano completo')).toBeVisible();
  const names = page
    .getByRole('button')
    .elements()
    .map((button) => button.getAttribute('aria-label'));
  expect(names).toEqual(['Baixar PDF de 2027', 'Baixar CSV de 2027', 'Baixar PDF de 2026', 'Baixar CSV de 2026']);
  for (const button of page.getByRole('button').elements())
    expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  expect(container.scrollWidth).toBeLessThanOrEqual(360);
  expect(await findViolations()).toEqual([]);
});

test('[G6] downloads a file with the session in its header, under a name in the reader’s language', async () => {
  localStorage.setItem('language', 'fa');
  const network = answerNetwork().answer(readYears, () => years);
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const pdf = { ...readYears, path: '/api/statement/2026.pdf' } as const;
  network.answer(pdf, () => new Response('%PDF-1.7'));
  await show(<YearsCard />, { language: 'fa' });
  await page.getByRole('button', { name: 'دریافت PDF سال ۲۰۲۶' }).click();
  await expect.poll(() => saved.mock.contexts.length).toBe(1);
  expect((saved.mock.contexts[0] as HTMLAnchorElement).download).toBe('lastro-صورتحساب-سالانه-2026.pdf');
  const [call] = network.callsTo(pdf);
  expect(call?.address).toMatch(/\/api\/statement\/2026\.pdf$/);
  expect(call?.headers.has('authorization')).toBe(true);
});

test('[G6] reports a failed load or download, and can retry', async () => {
  let isAway = true;
  answerNetwork().answer(readYears, () => (isAway ? noConnection() : years));
  await show(<YearsCard />);
  const again = page.getByRole('button', { name: 'Tentar de novo' });
  await expect.element(again).toBeVisible();
  isAway = false;
  await again.click();
  await page.getByRole('button', { name: 'Baixar CSV de 2026' }).click();
  await expect.element(page.getByText('Não foi possível baixar o documento. Tente de novo.')).toBeVisible();
});

test('[G6] a file that never comes is given up, and can be asked for again', async () => {
  answerNetwork().answer(readYears, () => years);
  await show(<YearsCard />);
  const download = page.getByRole('button', { name: 'Baixar CSV de 2026' });
  await expect.element(download).toBeVisible();
  const over = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over.signal);
  const fetching = vi
    .spyOn(window, 'fetch')
    .mockReset()
    .mockImplementation(
      (_, request) =>
        new Promise((_answer, fail) => {
          const { signal } = request ?? {};
          signal?.addEventListener('abort', () => fail(signal.reason as Error));
        }),
    );
  await download.click();
  await vi.waitFor(() => expect(fetching).toHaveBeenCalledOnce());
  over.abort(new DOMException('late', 'TimeoutError'));
  await expect.element(page.getByText('Não foi possível baixar o documento. Tente de novo.')).toBeVisible();
  await download.click();
  await vi.waitFor(() => expect(fetching).toHaveBeenCalledTimes(2));
});
