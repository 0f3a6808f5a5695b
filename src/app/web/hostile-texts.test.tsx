import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { hostileTexts } from '#testing/hostile-texts.ts';
import { reportBonus, listMembers } from '#network/contract.ts';
import { memberOf } from '#network/web/testing/members.ts';
import { listNotices, readNotices } from '#notices/contract.ts';
import { listAssets, reportOperations } from '#operations/contract.ts';
import { operationOf } from '#operations/web/testing/operations.ts';
import { beginSession } from '#platform/web/session.ts';
import { readUser } from '#profile/contract.ts';
import { readSecondFactor } from '#secondfactor/contract.ts';
import { ana } from '#testing/web/ana.ts';
import { answerNetwork, refusal } from '#testing/web/network.ts';
import { open } from '#testing/web/open.tsx';

const hostile = vi.fn();

beforeEach(async () => {
  vi.restoreAllMocks();
  beginSession('a-token');
  Object.assign(window, { hostile });
  await page.viewport(1440, 900);
});

const idOf = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const each = <Row,>(row: (text: string, id: string) => Row): Row[] =>
  hostileTexts.map((text, at) => row(text, idOf(at)));
const date = '2026-03-02T12:00:00.000Z';

const nothingMore = { Profit: null, Count: null, Device: null, Reference: null };
const noKey = {
  Since: date,
  App: null,
  RecoveryCodesLeft: 9,
  PasskeySite: null,
  EmailConfirmed: true,
  Removal: null,
  WithdrawalsClosedUntil: null,
};
const award = { Date: date, Description: 'Bônus', Total: 100, Percentage: 5, Value: 5, Paid: true, Notes: '' };

/** Covers everywhere that text written by somebody else is shown; a refusal's message is the server's, and may repeat what was sent. */
function answerHostile() {
  return answerNetwork()
    .answer(readUser, () => ana({ Name: hostileTexts[5] ?? '' }))
    .answer(listMembers, () =>
      each((text, id) => memberOf({ Id: id, Name: text, Email: text, Phone: text, Members: 0 })),
    )
    .answer(reportBonus, () => each((text, id) => ({ ...award, Id: id, Reference: id, Source: text, Notes: text })))
    .answer(listAssets, () => [...hostileTexts])
    .answer(reportOperations, () => each((text, id) => operationOf({ Id: id, Asset: text, Pair: text })))
    .answer(readNotices, () => ({ Count: 0 }))
    .answer(listNotices, () =>
      each((text, id) => ({
        ...nothingMore,
        Id: id,
        Date: date,
        Kind: 'withdrawal_canceled' as const,
        Read: true,
        Amount: 10,
        Why: 'refused_in_review' as const,
        Reason: text,
      })),
    )
    .answer(readSecondFactor, () => ({
      ...noKey,
      Passkeys: each((text, id) => ({ Id: id, Name: text, Synced: false, Added: date, LastUsed: null })),
    }));
}

/** Markup that a text would have to become in order to run. The frame has one form of its own: the account leads to the profile. */
const foreign =
  'script:not([type=module]),iframe,object,embed,base,form[action]:not([action="/profile"]),[onerror],[onload],[srcdoc],[href^="javascript" i]';

test.each(['/network', '/history?tab=bonus', '/operations', '/notices', '/profile'])(
  'two hundred hostile texts on %s are rendered as text, and none of them runs',
  async (address) => {
    answerHostile();
    const before = new Set(document.querySelectorAll(foreign));
    await open(address);
    const shown = (): string => document.body.textContent ?? '';
    await vi.waitFor(() => expect(hostileTexts.filter((text) => !shown().includes(text))).toEqual([]), {
      timeout: 25_000,
    });
    expect([...document.querySelectorAll(foreign)].filter((element) => !before.has(element))).toEqual([]);
    expect(hostile).not.toHaveBeenCalled();
  },
  40_000,
);

test("a refusal's message is text too", async () => {
  const [text = ''] = hostileTexts;
  answerHostile().answer(listMembers, () => refusal(409, 'x', text));
  await open('/network');
  await vi.waitFor(() => expect(document.querySelector('main')?.textContent).toBeTruthy());
  expect(document.querySelectorAll('main script, main img[onerror]').length).toBe(0);
  expect(hostile).not.toHaveBeenCalled();
});
