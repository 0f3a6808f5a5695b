import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as contract from '#console/customer-lists-contract.ts';
import type { ShownCustomer } from '#console/customers-contract.ts';
import { noticeKinds } from '#notices/contract.ts';
import { answerNetwork } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { loadTexts } from '../load-texts.ts';
import type { Me } from '../queries.ts';
import { MeProvider } from '../use-me.ts';
import { type TabProps, Notices, Transfers } from './customer-tabs.tsx';
import { Sessions } from './sessions-tab.tsx';

const customer = { Id: 'f7d33758-58c7-43ef-89ed-48d61f4f4c3b' } as ShownCustomer;
const Date = '2026-11-22T12:00:00.000Z';

function shown(Tab: (props: TabProps) => ReactNode, language: 'pt-BR' | 'en' = 'pt-BR') {
  return show(
    <MeProvider value={{ Role: 'payments' } as Me}>
      <Tab customer={customer} />
    </MeProvider>,
    { language, load: loadTexts },
  );
}

test.each(['pt-BR', 'en'] as const)('[R6] in %s every kind of notice has a name', async (language) => {
  const nothing = { Amount: null, Profit: null, Count: null, Why: null, Reason: null, Device: null, Reference: null };
  const idOf = (at: number) => `f7d33758-58c7-43ef-89ed-${String(at).padStart(12, '0')}`;
  answerNetwork().answer(contract.listNotices, () =>
    noticeKinds.map((Kind, at) => ({ ...nothing, Id: idOf(at), Date, Kind, Read: true })),
  );
  await shown(Notices, language);
  await expect.poll(() => page.getByRole('row').elements().length).toBe(noticeKinds.length + 1);
  const names = page
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => row.querySelector('td, th')?.textContent ?? '');
  expect(new Set(names).size).toBe(noticeKinds.length);
  expect(names.filter((name) => name === '' || name.includes('_'))).toEqual([]);
});

test('[R6] a customer’s transfer is named as in the list of all transfers', async () => {
  const transfer = { Id: customer.Id, Date, Amount: 10, Currency: 'usdt', Rate: 1, Fee: 0, Net: 10, Notes: '' };
  answerNetwork().answer(contract.listTransfers, () =>
    Response.json([{ ...transfer, Status: 'complete', Reviewed: false, Direction: 'deposit', State: 'settled' }]),
  );
  await shown(Transfers);
  await expect.element(page.getByText('Liquidada')).toBeVisible();
});

test('[R6] a device is named as in the customer’s own profile, and one of a later release as it is stored', async () => {
  const session = { Id: customer.Id, Created: Date, LastUsed: Date, Expires: Date };
  answerNetwork().answer(contract.listSessions, () => ({
    Sessions: [{ ...session, Browser: 'samsung', System: 'chromeos' }],
    Devices: [
      { Id: customer.Id, Browser: 'netscape', System: 'mac', FirstSeen: Date, LastSeen: Date, Forgotten: null },
    ],
  }));
  await shown(Sessions);
  await expect.element(page.getByText('Samsung Internet · ChromeOS')).toBeVisible();
  await expect.element(page.getByText('netscape · Mac')).toBeVisible();
});
