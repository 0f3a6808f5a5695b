import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ana } from '#testing/web/ana.ts';
import { findViolations } from '#testing/web/find-violations.ts';
import { answerNetwork, type Network } from '#testing/web/network.ts';
import { open } from '#testing/web/open.tsx';
import { show } from '#testing/web/show.tsx';
import { noteAnnouncedHere } from '#platform/web/live/announced-here.ts';
import { beginSession } from '#platform/web/session.ts';
import { readUser } from '#profile/contract.ts';
import {
  chooseMails,
  countUnread,
  followEvents,
  listNotices,
  type Notice,
  readMailChoice,
  readNotices,
} from '../contract.ts';
import { LettersCard } from './letters-card.tsx';
import { NoticesPage } from './notices-page.tsx';

const matured: Notice = {
  Id: '9b2f3c1e-4e0f-4a8e-9b1f-0e8a2b6f7c02',
  Date: '2026-03-02T12:00:00.000Z',
  Kind: 'stake_matured',
  Read: false,
  Amount: 300,
  Profit: 30,
  Count: null,
  Why: null,
  Reason: null,
  Device: null,
  Reference: '9b2f3c1e-4e0f-4a8e-9b1f-0e8a2b6f7c03',
};
const canceled: Notice = {
  ...matured,
  Id: '9b2f3c1e-4e0f-4a8e-9b1f-0e8a2b6f7c04',
  Kind: 'withdrawal_canceled',
  Read: true,
  Amount: 6000,
  Profit: null,
  Why: 'refused_in_review',
  Reason: 'falta um documento',
};

beforeEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  beginSession('a-token');
  await page.viewport(1440, 900);
});

function answerAll(rows: Notice[], count: number): Network {
  return answerNetwork()
    .answer(readUser, () => ana())
    .answer(listNotices, () => rows)
    .answer(countUnread, () => ({ Count: count }))
    .answer(readNotices, () => ({ Count: 0 }));
}

test('events are shown as sentences, with any reason given, and opening the page marks them as read', async () => {
  const network = answerAll([matured, canceled], 1);
  await show(<NoticesPage />);
  await expect.element(page.getByText('Sua stake de US$ 300,00 terminou e rendeu US$ 30,00.')).toBeVisible();
  await expect
    .element(page.getByText('Motivo informado pela nossa equipe: \u2068falta um documento\u2069.'))
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Não lido: Sua stake/ })).toHaveAttribute('href', '/stake');
  await vi.waitFor(() => expect(network.callsTo(readNotices).map(({ body }) => body)).toEqual([{ upto: matured.Id }]));
});

test('[G2] a matured stake offers the same once more: the dialog of a new stake, with its amount and term chosen', async () => {
  answerAll([{ ...matured, Days: 60 }, canceled], 1);
  await show(<NoticesPage />);
  const again = page.getByRole('link', { name: 'Aplicar de novo: US$ 300,00 por 60 dias' });
  await expect
    .element(again)
    .toHaveAttribute('href', '/stake?simulate=stake-60-300&dialog=new-stake&subject=simulated');
  expect(page.getByRole('link', { name: /^Aplicar de novo/ }).elements()).toHaveLength(1);
});

test('the empty state says what will appear here', async () => {
  answerAll([], 0);
  await show(<NoticesPage />);
  await expect.element(page.getByText(/^Nenhum aviso por enquanto/)).toBeVisible();
});

test.each([
  ['pt-BR', 'dark'],
  ['fa', 'light'],
] as const)('the notices are accessible in %s, %s', async (language, theme) => {
  answerAll([{ ...matured, Days: 60 }, canceled], 1);
  await open('/notices', { language, theme });
  await expect.element(page.getByRole('main').getByRole('link').first()).toBeVisible();
  await expect.element(page.getByRole('banner').getByRole('status')).toBeInTheDocument();
  expect(await findViolations()).toEqual([]);
});

test('the bell shows how many are unread and links to them', async () => {
  answerAll([matured], 3);
  await open('/network');
  const bell = page.getByRole('banner').getByRole('link', { name: 'Avisos: 3 não lidos' });
  await expect.element(bell).toBeVisible();
  await bell.click();
  await expect.element(page.getByRole('heading', { name: 'Avisos' })).toBeVisible();
  expect(window.location.pathname).toBe('/notices');
});

test.each([320, 360, 768, 1440])('[G2] the notices are one click away at %d px', async (width) => {
  await page.viewport(width, 844);
  answerAll([matured], 2);
  await open('/network');
  await page.getByRole('banner').getByRole('link', { name: 'Avisos: 2 não lidos' }).click();
  await vi.waitFor(() => expect(window.location.pathname).toBe('/notices'));
});

/** Opens the app on a page without notices of its own. Returns a function that tells it what to refetch. */
async function listen(rows: () => Notice[]): Promise<(topics: string[]) => void> {
  let say: (text: string) => void = () => undefined;
  const network = answerAll([], 0)
    .answer(listNotices, rows)
    .answer(countUnread, () => ({ Count: rows().filter(({ Read }) => !Read).length }))
    .answer(followEvents, () => {
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => {
          say = (text) => controller.enqueue(new TextEncoder().encode(text));
        },
      });
      return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
    });
  await open('/network');
  await expect.element(page.getByRole('banner').getByRole('link', { name: 'Avisos' })).toBeVisible();
  say('event: hello\ndata: {}\n\n');
  // What there was before is known once nothing more is asked for.
  await vi.waitFor(() => expect(network.callsTo(listNotices)).not.toHaveLength(0));
  for (let before = 0; before !== network.calls.length;) {
    before = network.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  return (topics) => say(`event: changed\ndata: ${JSON.stringify({ topics })}\n\n`);
}

const toast = (text: string) => page.getByRole('region', { name: 'Avisos' }).getByText(text);
/** Longer than the page's minimum interval between two refetches. */
const untilRead = () => new Promise((resolve) => setTimeout(resolve, 1_300));

test('an event that happens while the page is open is shown in one toast, an earlier one in none', async () => {
  const earlier = { ...matured, Id: crypto.randomUUID(), Reference: crypto.randomUUID(), Amount: 105 };
  let rows: Notice[] = [earlier, canceled];
  const say = await listen(() => rows);
  expect(page.getByText(/saque de/i).elements()).toHaveLength(0);
  // How many there are, the link says; the status, that there are more.
  const more = page.getByRole('banner').getByRole('status');
  await expect.element(page.getByRole('link', { name: 'Avisos: 1 não lido' })).toBeVisible();
  await expect.element(more).toHaveTextContent('');
  rows = [matured, earlier, canceled];
  say(['money', 'notices']);
  await expect.element(toast('Sua stake de US$ 300,00 terminou')).toBeVisible();
  await expect.element(more).toHaveTextContent('Avisos: 2 não lidos');
  say(['notices']);
  await untilRead();
  expect(toast('Sua stake de US$ 300,00 terminou').elements()).toHaveLength(1);
});

/** Imitates another open window of the same customer that has already shown it. */
const saidElsewhere = (id: string) =>
  new Promise<void>((held) => {
    void navigator.locks.request(`told ${id}`, () => new Promise<never>(() => held()));
  });

test('shows no toast for what another window of the customer shows, or what this one already follows', async () => {
  const [elsewhere, here, fresh] = [101, 102, 103].map((amount) => ({
    ...matured,
    Id: crypto.randomUUID(),
    Reference: crypto.randomUUID(),
    Amount: amount,
  })) as [Notice, Notice, Notice];
  let rows: Notice[] = [];
  const say = await listen(() => rows);
  await saidElsewhere(elsewhere.Reference ?? '');
  noteAnnouncedHere(here.Reference ?? '');
  rows = [elsewhere, here, fresh];
  say(['notices']);
  await expect.element(toast('Sua stake de US$ 103,00 terminou')).toBeVisible();
  expect(page.getByText(/Sua stake de US\$ 10[12],00/).elements()).toHaveLength(0);
});

test('a hidden window shows no toast until it becomes visible', async () => {
  let rows: Notice[] = [];
  const say = await listen(() => rows);
  const look = (isHidden: boolean) => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  look(true);
  rows = [{ ...matured, Id: crypto.randomUUID(), Reference: crypto.randomUUID(), Amount: 104 }];
  say(['notices']);
  await untilRead();
  expect(toast('Sua stake de US$ 104,00 terminou').elements()).toHaveLength(0);
  look(false);
  await expect.element(toast('Sua stake de US$ 104,00 terminou')).toBeVisible();
});

test('[P1] email preferences are chosen in the profile', async () => {
  const network = answerNetwork()
    .answer(readMailChoice, () => ({ Maturities: true, Withdrawals: true, Announcements: true }))
    .answer(chooseMails, () => ({ Maturities: false, Withdrawals: true, Announcements: true }));
  await show(<LettersCard />);
  const choice = page.getByRole('checkbox', { name: 'Investimentos que terminaram' });
  await choice.click();
  await expect.element(choice).not.toBeChecked();
  expect(network.callsTo(chooseMails).map(({ body }) => body)).toEqual([{ maturities: false }]);
  await expect.element(page.getByRole('checkbox', { name: 'Saques concluídos ou cancelados' })).toBeChecked();
});
