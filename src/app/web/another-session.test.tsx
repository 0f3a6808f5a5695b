import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { followEvents } from '#notices/contract.ts';
import { beginSession, readSession } from '#platform/web/session.ts';
import { readUser } from '#profile/contract.ts';
import { ana } from '#testing/web/ana.ts';
import { answerNetwork, refusal } from '#testing/web/network.ts';
import { open } from '#testing/web/open.tsx';

const anasBalance = /1\.234,56/;

beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  beginSession('ana-token');
});

/** The event a browser sends a page that it restores from the back/forward cache. */
const comeBack = () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

test('[A5] a page restored after its session was ended elsewhere goes to the login, and shows nothing', async () => {
  answerNetwork().answer(readUser, () => ana());
  await open('/stake');
  await expect.element(page.getByRole('banner')).toHaveTextContent(anasBalance);
  localStorage.removeItem('token');
  comeBack();
  expect(readSession()).toMatchObject({ token: null, endReason: 'logged-out' });
  await expect.element(page.getByRole('heading', { name: 'Identifique-se' })).toBeVisible();
  expect(document.body.textContent).not.toMatch(anasBalance);
});

test('[A5] when somebody else has logged in meanwhile, nothing of the previous customer is shown', async () => {
  let answerBia = () => {};
  const isAsked = new Promise<void>((resolve) => (answerBia = resolve));
  answerNetwork().answer(readUser, async ({ headers }) => {
    if (headers.get('authorization') === 'ana-token') return ana();
    await isAsked;
    return ana({ Name: 'Bia Reis', Balance: 77, Uuid: '6f9619ff-8b86-4d01-b42d-00cf4fc964f0' });
  });
  await open('/stake');
  await expect.element(page.getByRole('banner')).toHaveTextContent(anasBalance);
  localStorage.setItem('token', 'bia-token');
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: 'bia-token' }));
  await vi.waitFor(() => expect(document.body.textContent).not.toMatch(anasBalance));
  answerBia();
  await expect.element(page.getByRole('banner')).toHaveTextContent(/US\$\s77,00/);
});

/** Mimics the storage event that a browser sends to the other tabs. */
function leaveElsewhere(key: 'token' | null) {
  if (key) localStorage.removeItem(key);
  else localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

test.each(['token', null] as const)(
  '[A5] logging out in one tab (%s) logs out of all: no money dialog stays open, and nothing is sent',
  async (key) => {
    const network = answerNetwork().answer(readUser, () => ana());
    await open('/stake?dialog=new-copy');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    const before = network.calls.length;
    leaveElsewhere(key);
    await expect.element(page.getByRole('heading', { name: 'Identifique-se' })).toBeVisible();
    expect(page.getByRole('dialog').elements()).toHaveLength(0);
    expect(document.body.textContent).not.toMatch(anasBalance);
    expect(window.location.pathname + window.location.search).toBe('/auth/login');
    expect(network.calls.slice(before).filter(({ headers }) => headers.has('authorization'))).toEqual([]);
    await expect.element(page.getByRole('button', { name: 'ACESSAR' })).toBeEnabled();
  },
);

test('[A5] [A6] a session ended elsewhere is over in a tab of another browser as soon as its stream ends', async () => {
  let isOver = false;
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  const network = answerNetwork()
    .answer(readUser, () => (isOver ? refusal(401, 'unauthorized', 'Sessão encerrada.') : ana()))
    .answer(followEvents, () => {
      if (isOver) return refusal(401, 'unauthorized', 'Sessão encerrada.');
      const body = new ReadableStream<Uint8Array>({ start: (stream) => void streams.push(stream) });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    });
  await open('/stake?dialog=new-copy');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await expect.poll(() => network.callsTo(followEvents).length).toBeGreaterThan(0);
  isOver = true;
  streams.at(-1)?.enqueue(new TextEncoder().encode('event: ended\ndata: {}\n\n'));
  await expect.element(page.getByRole('heading', { name: 'Identifique-se' })).toBeVisible();
  expect(page.getByRole('dialog').elements()).toHaveLength(0);
  expect(readSession()).toMatchObject({ token: null, endReason: 'refused' });
});

test('[A6] when the session expires, the tab goes to the login and its dialog closes', async () => {
  const endMs = Date.now() + 3_000;
  answerNetwork().answer(readUser, () =>
    Date.now() < endMs
      ? ana({ SessionExpires: new Date(endMs).toISOString() })
      : refusal(401, 'unauthenticated', 'Entre de novo.'),
  );
  await open('/stake?dialog=new-copy');
  await expect.element(page.getByRole('heading', { name: 'Identifique-se' })).toBeVisible();
  expect(page.getByRole('dialog').elements()).toHaveLength(0);
  expect(readSession().endReason).toBe('expired');
});
