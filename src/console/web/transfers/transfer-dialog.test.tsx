import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listCommands } from '#console/contract.ts';
import { readTransfer, type TransferHistory } from '#console/transfers-contract.ts';
import { answerNetwork } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { loadTexts } from '../load-texts.ts';
import { useMay } from '../commands/use-command.ts';
import type { Me } from '../queries.ts';
import { MeProvider } from '../use-me.ts';
import { TransferDialog } from './transfer-dialog.tsx';

const id = 'f7d33758-58c7-43ef-89ed-48d61f4f4c3b';
const hourMs = 3_600_000;
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * hourMs).toISOString();

function transferOf(change: Partial<TransferHistory>, hours: number): TransferHistory {
  const State = change.State ?? 'sending';
  return {
    Id: id,
    Customer: { Id: id, Name: 'Ana', Email: 'ana@example.com' },
    Direction: 'withdrawal',
    Amount: 100,
    Fee: 2,
    Currency: 'usdt',
    Net: 98,
    Rate: 1,
    State,
    Date: hoursAgo(hours),
    Ended: null,
    Overdue: false,
    Attempts: 1,
    Error: null,
    Next: hoursAgo(-1),
    WaitsBecause: null,
    Decision: null,
    Reason: null,
    Steps: [{ Number: 1, State, Attempts: 1, Error: null, Reason: null, At: hoursAgo(hours) }],
    ByHand: null,
    Postings: [],
    Actions: [],
    ...change,
  };
}

/** Says that the member's actions are known, and so all buttons shown that will be. */
function Known() {
  const may = useMay();
  return <p>{may('transfer ask') && 'actions known'}</p>;
}

async function waysOffered(change: Partial<TransferHistory>, hours: number): Promise<string[]> {
  const shape = { Summary: '', IsLook: false, IsDestructive: false, People: 'two' as const };
  const named = {
    'transfer ask': 'Perguntar à corretora agora',
    'transfer settle': 'Liquidar à mão',
    'transfer return': 'Devolver à mão',
    'withdrawals approve': 'Aprovar o saque',
    'withdrawals refuse': 'Recusar o saque',
  };
  const network = answerNetwork();
  network.answer(listCommands, () =>
    Object.entries(named).map(([Command, Title]) => ({ ...shape, Command, Form: { Title, Fields: [] } })),
  );
  network.answer(readTransfer, () => transferOf(change, hours));
  window.history.replaceState(null, '', `/transfers/${id}`);
  await show(
    <MeProvider value={{ Role: 'payments' } as Me}>
      <Known />
      <Routes>
        <Route path="/transfers/:id" element={<TransferDialog />} />
      </Routes>
    </MeProvider>,
    { load: loadTexts },
  );
  await expect.element(page.getByRole('button', { name: 'Fechar' }).last()).toBeVisible();
  await expect.element(page.getByText('ana@example.com')).toBeVisible();
  await expect.poll(() => document.body.textContent).toContain('actions known');
  const offered = [
    'Perguntar à corretora agora',
    'Devolver à mão',
    'Liquidar à mão',
    'Aprovar o saque',
    'Recusar o saque',
  ];
  return offered.filter((name) => page.getByRole('button', { name, exact: true }).elements().length > 0);
}

test.each([
  ['lost', { State: 'unknown' }, 1, ['Perguntar à corretora agora', 'Devolver à mão', 'Liquidar à mão']],
  ['just sent', { State: 'sending' }, 1, ['Perguntar à corretora agora']],
  ['pending for a day', { State: 'sending' }, 25, ['Perguntar à corretora agora', 'Devolver à mão', 'Liquidar à mão']],
  ['waiting', { State: 'awaiting_approval' }, 1, ['Aprovar o saque', 'Recusar o saque']],
  ['about to leave', { State: 'held' }, 1, []],
  ['held back with its customer', { State: 'held', Next: null }, 1, ['Recusar o saque']],
  ['ended', { State: 'settled' }, 25, []],
] as [string, Partial<TransferHistory>, number, string[]][])(
  '[R6] offers what can be done with a transfer that is %s',
  async (_how, change, hours, ways) => {
    expect(await waysOffered(change, hours)).toEqual(ways);
  },
);
