import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Route, Routes } from 'react-router';
import { findViolations } from '#testing/web/find-violations.ts';
import { answerNetwork, type Network, noConnection, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { shownSum } from '#money/shown.ts';
import { readFigures } from '#money/testing/read-figures.ts';
import type { Accrual, ExplainedPosting, Explanation } from '../contract.ts';
import {
  listAccruals,
  listExplainedPostings,
  listPositionOperations,
  listPositionPostings,
  readExplanation,
  readPositionExplanation,
} from '../contract.ts';
import { ExplanationPage } from './explanation-page.tsx';

const user = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const stake = '0b9d2a52-9c49-4c1b-8f5a-2b8a5d4f1c11';
const at = '2026-03-17T12:00:00.000Z';

function head(figure: Explanation['Figure'], value: number, more: Partial<Explanation> = {}): Explanation {
  return { Figure: figure, Value: value, Shown: shownSum(value), At: at, Parts: [], Less: [], Position: null, ...more };
}

function posting(id: number, kind: string, from: string, to: string, amount: number): ExplainedPosting {
  const Date = '2026-03-02T12:00:00.000Z';
  return { Id: String(id), Date, Kind: kind, From: from, To: to, Amount: amount, Reference: stake };
}

const moved = [
  posting(3, 'stake_opened', 'balance', 'invested', 300.000_001),
  posting(2, 'network_bonus', 'treasury', 'balance', 5),
  posting(1, 'deposit_settled', 'brokerage', 'balance', 500),
];
const balance = 204.999_999;

let network: Network;
beforeEach(() => {
  network = answerNetwork();
});

function openAt(path: string, shown: Parameters<typeof show>[1] = {}) {
  window.history.replaceState(null, '', `/explanation/${user}/${path}`);
  return show(
    <main>
      <Routes>
        <Route path="/explanation/:user/:figure/:id?" element={<ExplanationPage />} />
      </Routes>
    </main>,
    shown,
  );
}

/** The first one: copying the address has a status of its own, below. */
const verdict = () => page.getByRole('status').first();

test('[D1] a balance is recounted from its postings: equal to the micro-dollar', async () => {
  network.answer(readExplanation, () => head('balance', balance)).answer(listExplainedPostings, () => moved);
  await openAt('balance');
  await expect.element(page.getByRole('heading', { name: 'Saldo disponível' })).toBeVisible();
  await expect.element(verdict()).toHaveTextContent('Confere');
  await expect.element(verdict()).toHaveTextContent('3 registros: o resultado é igual');
  const row = page.getByRole('row').filter({ hasText: 'Stake aberta' });
  await expect.element(row).toHaveTextContent('de saldo para stakes');
  await expect.element(row).toHaveTextContent('-US$ 300,000001');
  await expect
    .element(row.getByRole('link', { name: 'Ver a posição' }))
    .toHaveAttribute('href', `/explanation/${user}/stake/${stake}`);
  const asked = new URL(network.callsTo(listExplainedPostings)[0]?.address ?? '', 'http://page').searchParams;
  expect([asked.get('limit'), asked.get('end')]).toEqual(['500', '2026-03-17T12:00:00.001Z']);
  expect(await findViolations()).toEqual([]);
  await page.viewport(360, 740);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

test('[L7] [D1] the figure on the screen is the sum of its parts in cents, and the fractions are shown apart', async () => {
  const accruals = [10.004, 20.009].map((Promised, n): Accrual => {
    const term = { Start: '2026-03-02T12:00:00.000Z', End: '2026-03-10T12:00:00.000Z' };
    return { Id: String(n), Source: 'stake', Reference: stake, ...term, Amount: 300, Promised, Percentage: 0 };
  });
  const paid = [0.006, 0.009].map((amount, n) => posting(n, 'stake_matured', 'promised', 'balance', amount));
  const parts = ['stake-earned', 'stake-accrued'] as const;
  network
    .answer(readExplanation, () => head('stake-earnings', 30.028, { Parts: [...parts], Shown: 30 }))
    .answer(listExplainedPostings, () => paid)
    .answer(listAccruals, () => accruals);
  await openAt('stake-earnings');
  await expect.element(verdict()).toHaveTextContent('Confere');
  const shown = (label: string) => page.getByText(label, { exact: true }).element().closest('div')?.textContent ?? '';
  expect(readFigures(page.getByRole('region', { name: 'Na tela' }).element().textContent ?? '')).toEqual([30]);
  expect(readFigures(shown('Lucro pago pelas stakes'))).toEqual([0, 0.015]);
  expect(shown('Lucro acumulado nas stakes')).toContain('30,00');
  expect(shown('Soma dos registros').replaceAll('\u00a0', ' ')).toContain('US$ 30,028');
  expect(shown('Frações de centavo, que as telas não mostram').replaceAll('\u00a0', ' ')).toContain('-US$ 0,028');
});

test('[L7] [D1] a screen that shows other cents than its records add up to is flagged', async () => {
  const odd = [posting(1, 'deposit_settled', 'brokerage', 'balance', 500.009)];
  network
    .answer(readExplanation, () => head('balance', 500.009, { Shown: 500.01 }))
    .answer(listExplainedPostings, () => odd);
  await openAt('balance');
  await expect.element(verdict()).toHaveTextContent('Não confere');
  await expect.element(verdict()).toHaveTextContent('US$ 500,01');
});

test('[D1] a figure that differs from its sum is refetched, then flagged plainly, with a link to tell support', async () => {
  network.answer(readExplanation, () => head('balance', balance + 1)).answer(listExplainedPostings, () => moved);
  await openAt('balance', { language: 'fa', theme: 'light' });
  await expect.element(verdict()).toHaveTextContent('برابر نیست');
  expect(network.callsTo(readExplanation)).toHaveLength(2);
  expect(network.callsTo(listExplainedPostings)).toHaveLength(2);
  const address = page.getByRole('link', { name: 'اطلاع به پشتیبانی' }).element().getAttribute('href') ?? '';
  expect(address).toBe(`https://support.example/?reference=${encodeURIComponent(`balance ${at}`).replace('%20', '+')}`);
  const about = page.getByRole('link', { name: 'گفت‌وگو با پشتیبانی در این باره' });
  await expect.element(about).toHaveAttribute('href', address);
  // The copied address contains no user id.
  expect(address).not.toContain(user);
  expect(await findViolations()).toEqual([]);
});

test('[D1] money that moved between two readings raises no alarm: the second reading is equal', async () => {
  let isFirst = true;
  network
    .answer(readExplanation, () => {
      const value = isFirst ? balance + 1 : balance;
      isFirst = false;
      return head('balance', value);
    })
    .answer(listExplainedPostings, () => moved);
  await openAt('balance');
  await expect.element(verdict()).toHaveTextContent('Confere');
  await expect.element(page.getByText('Não confere')).not.toBeInTheDocument();
});

test('[D1] every page is read, with the progress shown meanwhile', async () => {
  let release = (): void => undefined;
  const second = new Promise<void>((resolve) => (release = resolve));
  network
    .answer(readExplanation, () => head('balance', balance))
    .answer(listExplainedPostings, async ({ address }) => {
      if (new URL(address, 'http://page').searchParams.get('after') !== 'Mg') {
        return Response.json(moved.slice(0, 2), { headers: { Link: '</next?after=Mg>; rel="next"' } });
      }
      await second;
      return moved.slice(2);
    });
  await openAt('balance');
  await expect.element(verdict()).toHaveTextContent('Os primeiros 2 registros');
  release();
  await expect.element(verdict()).toHaveTextContent('3 registros: o resultado é igual');
});

test('[D1] of very many records a limited number is added up automatically, and the rest on request', async () => {
  const pages = 42;
  const cent = (page: number) => [posting(page, 'deposit_settled', 'brokerage', 'balance', 0.01)];
  network
    .answer(readExplanation, () => head('balance', 0.42))
    .answer(listExplainedPostings, ({ address }) => {
      const at = Number(new URL(address, 'http://page').searchParams.get('after') ?? 1);
      const next = at < pages ? { Link: `</next?after=${at + 1}>; rel="next"` } : undefined;
      return Response.json(cent(at), { ...(next && { headers: next }) });
    });
  await openAt('balance');
  await expect.element(verdict()).toHaveTextContent('Já somamos 40 registros, e há mais.');
  await page.getByRole('button', { name: 'Continuar a soma' }).click();
  await expect.element(verdict()).toHaveTextContent('42 registros: o resultado é igual');
});

test('[D1] a total links to its parts, and each of them is added up', async () => {
  const accrual: Accrual = {
    Id: '9',
    Source: 'stake',
    Reference: stake,
    Start: '2026-03-02T12:00:00.000Z',
    End: '2026-04-01T12:00:00.000Z',
    Amount: 300,
    Promised: 30,
    Percentage: 0,
  };
  network
    .answer(readExplanation, () => head('stake-earnings', 25, { Parts: ['stake-earned', 'stake-accrued'] }))
    .answer(listExplainedPostings, () => [posting(8, 'stake_matured', 'promised', 'balance', 10)])
    .answer(listAccruals, () => [accrual]);
  await openAt('stake-earnings');
  await expect.element(verdict()).toHaveTextContent('Confere');
  const part = page.getByRole('link', { name: 'Lucro acumulado nas stakes' });
  await expect.element(part).toHaveAttribute('href', `/explanation/${user}/stake-accrued`);
  await expect.element(page.getByText('US$ 15,00')).toBeVisible();
});

const terms = { Amount: 300, Rate: 25, Start: '2026-03-02T12:00:00.000Z', End: '2026-05-01T12:00:00.000Z' };
const openedStake = [
  posting(2, 'stake_opened', 'treasury', 'promised', 75),
  posting(1, 'stake_opened', 'balance', 'invested', 300),
];

test('[S5] the profit of a stake follows from amount, rate and time', async () => {
  network
    .answer(readPositionExplanation, () => head('stake', 18.75, { Position: terms }))
    .answer(listPositionPostings, () => openedStake);
  await openAt(`stake/${stake}`);
  await expect.element(verdict()).toHaveTextContent('Confere');
  await expect.element(page.getByText('15 de 60 dias')).toBeVisible();
  await expect.element(page.getByText('de tesouraria para lucro separado')).toBeVisible();
});

test('[S5] a stake whose rate does not match its promised profit is flagged, though its profit is as agreed', async () => {
  network
    .answer(readPositionExplanation, () => head('stake', 18.75, { Position: { ...terms, Rate: 30 } }))
    .answer(listPositionPostings, () => openedStake);
  await openAt(`stake/${stake}`);
  await expect.element(verdict()).toHaveTextContent('Não confere');
  await expect.element(verdict()).toHaveTextContent('US$ 22,50');
});

test('[C1] [H3] the result of a licence is its amount × the sum of its operations', async () => {
  const operation = {
    Id: stake,
    Opened: '2026-03-01T09:00:00Z',
    Date: at,
    Asset: 'Forex',
    Pair: 'EUR/USD',
    Payout: 3.25,
    Source: 'sandbox' as const,
  };
  network
    .answer(readPositionExplanation, () =>
      head('copytrade', 16.25, { Position: { ...terms, Amount: 500, Rate: null } }),
    )
    .answer(listPositionPostings, () => [posting(1, 'copytrade_opened', 'balance', 'invested', 500)])
    .answer(listPositionOperations, () => [operation]);
  await openAt(`copytrade/${stake}`);
  await expect.element(verdict()).toHaveTextContent('Confere');
  const row = page.getByRole('row').filter({ hasText: 'EUR/USD' });
  await expect.element(row).toHaveTextContent('3,25');
  await expect.element(row).toHaveTextContent('sandbox');
});

test('[H5] records that failed to load are reported, and refetched on request', async () => {
  let isBroken = true;
  network
    .answer(readExplanation, () => head('balance', balance))
    .answer(listExplainedPostings, () => (isBroken ? refusal(422, 'invalid_field', 'não deu') : moved));
  await openAt('balance');
  await expect.element(verdict()).toHaveTextContent('Não foi possível ler todos os registros.');
  isBroken = false;
  await page.getByRole('button', { name: 'Continuar a soma' }).click();
  await expect.element(verdict()).toHaveTextContent('Confere');
});

test('[H5] without the figure itself an alert says why', async () => {
  network.answer(readExplanation, () => noConnection());
  await openAt('balance');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Sem conexão com o servidor');
});

test('[A5] somebody else’s explanation is not found, like one that never existed', async () => {
  network.answer(readExplanation, () => refusal(404, 'not_found', 'Não encontramos o que você procura.'));
  await openAt('balance');
  await expect.element(page.getByRole('heading', { name: 'Não há nada neste endereço' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Ir para o início' })).toHaveAttribute('href', '/dashboard');
});
