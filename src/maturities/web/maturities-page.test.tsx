import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findViolations } from '#testing/web/find-violations.ts';
import { answerNetwork, type Network, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { dismissToast, readToasts } from '#platform/web/ui/toasts.ts';
import {
  listMaturities,
  makeCalendarLink,
  type Maturity,
  readCalendarLink,
  revokeCalendarLink,
  sumMaturityMonths,
} from '../contract.ts';
import { MaturitiesPage } from './maturities-page.tsx';
import { maturityOf, monthOf } from './testing/maturities.ts';

const stake = maturityOf();
const licence = maturityOf({
  Id: '7c9e6679-7425-40de-944b-e07fc1f90ae8',
  Product: 'copytrade',
  End: '2026-05-20T12:00:00.000Z',
  Amount: 100,
  Profit: -2.5,
  Promised: false,
});
const bot = maturityOf({ ...licence, Id: '7c9e6679-7425-40de-944b-e07fc1f90ae9', Product: 'primezord', Profit: 1 });
const months = [
  monthOf({
    Start: '2026-05-01',
    Positions: 3,
    Amount: 500,
    Promised: 75,
    Result: -1.5,
    Stake: 375,
    Copytrade: 97.5,
    Primezord: 101,
  }),
  monthOf({ Start: '2026-06-01' }),
  monthOf({ Start: '2026-07-01', Positions: 1, Amount: 500, Promised: 150, Vault: 650 }),
];

function answered(rows: Maturity[] = [stake, licence, bot], created: string | null = null): Network {
  return answerNetwork()
    .answer(listMaturities, () => rows)
    .answer(sumMaturityMonths, () => (rows.length > 0 ? months : []))
    .answer(readCalendarLink, () => ({ Created: created }));
}

/** As rendered in the application's frame. */
function Screen() {
  return (
    <main>
      <MaturitiesPage />
    </main>
  );
}

const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');

beforeEach(async () => {
  vi.restoreAllMocks();
  for (const { id } of readToasts()) dismissToast(id);
  window.history.replaceState(null, '', '/maturities');
  await page.viewport(1440, 900);
});

test.each([1440, 360])('controls below stay in place when the months load, at %i px', async (width) => {
  await page.viewport(width, 900);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  answered([stake, licence, bot], '2026-03-01T12:00:00.000Z').answer(sumMaturityMonths, () => held.then(() => months));
  await show(<Screen />);
  const card = page.getByRole('region', { name: 'No seu calendário' });
  await expect.element(card.getByRole('button', { name: 'Desativar o link' })).toBeVisible();
  const before = card.element().getBoundingClientRect().top;
  release();
  await expect.element(page.getByRole('figure')).toBeVisible();
  expect(Math.abs(card.element().getBoundingClientRect().top - before)).toBeLessThan(40);
});

test('each position shows how much comes back, where to, and whether that is promised', async () => {
  answered();
  await show(<Screen />);
  const table = page.getByRole('table', { name: 'Próximos vencimentos' });
  await expect.element(table).toBeVisible();
  const rows = [...table.element().querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td > div')].slice(1).map((cell) => plain(cell.textContent)),
  );
  expect(rows).toEqual([
    ['Stake', 'US$ 300,00', '+US$ 75,00prometido', 'US$ 375,00ao saldo'],
    ['Copytrade', 'US$ 100,00', '-US$ 2,50até agora', 'US$ 97,50ao saldo'],
    ['Primezord', 'US$ 100,00', '+US$ 1,00até agora', 'US$ 101,00à carteira do robô'],
  ]);
});

test('the chart, a sentence and a table agree, and the keyboard moves from month to month', async () => {
  const network = answered();
  await show(<Screen />);
  const figure = page.getByRole('figure');
  await expect
    .element(figure)
    .toHaveTextContent(
      /4 valores voltam até julho de 2026: valor aplicado de US\$\s1\.000,00 e US\$\s225,00 de lucro prometido/,
    );
  await expect.element(figure).toHaveTextContent(/resultado das operações até agora é -US\$\s1,50/);
  const slider = page.getByRole('slider', { name: 'Mês mostrado no gráfico' });
  await vi.waitFor(() => expect(figure.element().querySelectorAll('svg rect[data-part]')).toHaveLength(4));
  expect(plain(slider.element().getAttribute('aria-valuetext'))).toBe(
    'maio de 2026: volta o total de US$ 573,50, sendo Stake US$ 375,00, Copytrade US$ 97,50 e Primezord US$ 101,00',
  );
  slider.element().focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(slider.element().getAttribute('aria-valuetext')).toBe('junho de 2026: nada volta');
  await page.getByText('Ver os números mês a mês').click();
  const table = page.getByRole('table', { name: 'Mês a mês' });
  expect(table.getByRole('row').elements()).toHaveLength(3);
  await expect.element(table.getByRole('row').last()).toHaveTextContent(/julho de 2026.*US\$\s650,00/);
  expect(network.callsTo(sumMaturityMonths)[0]?.address).toContain('calendar=gregory');
  expect(await findViolations()).toEqual([]);
});

test('[B7] in Persian the months are those of the Persian calendar, in the light theme and right to left', async () => {
  const network = answered([stake], '2026-03-02T12:00:00.000Z');
  network.answer(sumMaturityMonths, () => [
    monthOf({ Start: '2026-04-21', Positions: 1, Amount: 300, Promised: 75, Stake: 375 }),
  ]);
  await show(<Screen />, { language: 'fa', theme: 'light' });
  await expect.element(page.getByRole('figure')).toHaveTextContent('تا پایان اردیبهشت ۱۴۰۵');
  expect(network.callsTo(sumMaturityMonths)[0]?.address).toContain('calendar=persian');
  expect(await findViolations()).toEqual([]);
});

test('with nothing running the page shows the way to a first stake, and no chart', async () => {
  answered([]);
  await show(<Screen />);
  await page.getByRole('button', { name: 'Nova Stake' }).click();
  await vi.waitFor(() => expect(window.location.search).toBe('?dialog=new-stake'));
  expect(page.getByRole('figure').elements()).toHaveLength(0);
});

test('the list continues where the server says that there is more', async () => {
  const network = answered().answer(listMaturities, ({ address }) => {
    if (address.includes('after=')) return [bot];
    return Response.json([stake], { headers: { Link: '</api/maturities?limit=20&after=abc>; rel="next"' } });
  });
  await show(<Screen />);
  await page.getByRole('button', { name: 'Mostrar mais vencimentos' }).click();
  await expect.element(page.getByText('à carteira do robô')).toBeVisible();
  expect(network.callsTo(listMaturities).at(-1)?.address).toContain('after=abc');
});

test('a calendar link is created, shown this once, and turned off after confirmation', async () => {
  const network = answered();
  const made = { Url: 'https://lastro.example/calendar/secret.ics', Created: '2026-03-02T12:00:00.000Z' };
  network
    .answer(makeCalendarLink, () => {
      network.answer(readCalendarLink, () => ({ Created: made.Created }));
      return made;
    })
    .answer(revokeCalendarLink, () => {
      network.answer(readCalendarLink, () => ({ Created: null }));
      return new Response(null, { status: 204 });
    });
  await show(<Screen />);
  await page.getByRole('button', { name: 'Criar link' }).click();
  await expect.element(page.getByText(made.Url)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Abrir no calendário' }))
    .toHaveAttribute('href', 'webcal://lastro.example/calendar/secret.ics');
  await page.getByRole('button', { name: 'Desativar o link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Desativar o link do calendário' });
  await expect.element(dialog).toHaveTextContent('param de receber os vencimentos');
  await dialog.getByRole('button', { name: 'Desativar o link' }).click();
  await expect.element(page.getByRole('button', { name: 'Criar link' })).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('an earlier link is not shown again, and a failed replacement is reported', async () => {
  const network = answered([stake], '2026-03-02T12:00:00.000Z').answer(makeCalendarLink, () =>
    refusal(503, 'unavailable', 'O serviço está indisponível por um instante.'),
  );
  await show(<Screen />);
  await expect.element(page.getByText(/Há um link ativo desde/)).toBeVisible();
  await page.getByRole('button', { name: 'Trocar o link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Trocar o link' }).click();
  await expect.element(page.getByText('O serviço está indisponível por um instante.')).toBeVisible();
  expect(network.callsTo(makeCalendarLink)).toHaveLength(1);
});
