import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { TestApprovalStep } from '#testing/web/approval-step.tsx';
import { answerNetwork, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { dismissToast, readToasts } from '#platform/web/ui/toasts.ts';
import { cancelStake, listStakes } from '../contract.ts';
import { StakesPage } from './stakes-page.tsx';
import { stakeOf } from './testing/stakes.ts';

const running = stakeOf();
const finished = stakeOf({
  Id: '7c9e6679-7425-40de-944b-e07fc1f90ae8',
  Days: 30,
  Rate: 10,
  Amount: 100,
  Profit: 10,
  Progress: 100,
  Status: 'finished',
  End: '2026-04-01T12:00:00.000Z',
});
const canceled = stakeOf({
  Id: '7c9e6679-7425-40de-944b-e07fc1f90ae9',
  Amount: 400,
  Profit: 0,
  Progress: 12.5,
  Status: 'canceled',
});

beforeEach(async () => {
  vi.restoreAllMocks();
  for (const { id } of readToasts()) dismissToast(id);
  window.history.replaceState(null, '', '/stake');
  await page.viewport(1440, 900);
});

test('[S5] each stake shows start, duration, status, amount, profit, progress, and what comes back when', async () => {
  answerNetwork().answer(listStakes, () => [running, finished, canceled]);
  await show(<StakesPage ApprovalStep={TestApprovalStep} />, { isStranger: true });
  const cells = async (row: number) => {
    await expect.element(page.getByRole('row').nth(row)).toBeVisible();
    const found = page.getByRole('row').nth(row).getByRole('cell').elements();
    return found.map((cell) => cell.querySelector('div')?.textContent.replaceAll('\u00a0', ' '));
  };
  expect(await cells(1)).toEqual([
    '02/03/2026',
    '60 dias',
    'Em andamento',
    'US$ 300,00',
    '+US$ 25,00',
    '33%',
    'US$ 375,00em 01/05/2026',
    'Cancelar',
  ]);
  expect((await cells(2)).slice(1)).toEqual([
    '30 dias',
    'Finalizada',
    'US$ 100,00',
    '+US$ 10,00',
    '100%',
    'US$ 110,00em 01/04/2026',
    '',
  ]);
  expect((await cells(3)).slice(2)).toEqual([
    'Cancelada',
    'US$ 400,00',
    'US$ 0,00',
    '12%',
    'US$ 240,00no cancelamento',
    '',
  ]);
});

test('[S5] equal stakes of a day are one row, whose stakes follow it when it is opened', async () => {
  const ids = ['7c9e6679-7425-40de-944b-e07fc1f90aea', '7c9e6679-7425-40de-944b-e07fc1f90aeb'];
  answerNetwork().answer(listStakes, () => [...ids.map((Id) => stakeOf({ Id })), running, finished]);
  await show(<StakesPage ApprovalStep={TestApprovalStep} />);
  await expect
    .element(page.getByRole('row').nth(1))
    .toHaveTextContent(/3 × US\$\s300,00.*\+US\$\s75,00.*US\$\s1\.125,00/);
  expect(page.getByRole('row').elements()).toHaveLength(3);
  expect(page.getByRole('button', { name: 'Cancelar a stake de US$ 300,00' }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Ver as 3 stakes de US$ 300,00' }).click();
  expect(page.getByRole('row').elements()).toHaveLength(6);
  const cancels = page.getByRole('button', {
    name: /^Cancelar a stake de US\$\s300,00 por .* dias, de .* de 2026 \(. de 3\)$/,
  });
  expect(new Set(cancels.elements().map(({ ariaLabel }) => ariaLabel)).size).toBe(3);
  await cancels.nth(1).click();
  await vi.waitFor(() => expect(window.location.search).toContain(`subject=${ids[1]}`));
  await page.getByRole('button', { name: 'Manter a stake' }).click();
  await page.getByRole('button', { name: 'Recolher as stakes de US$ 300,00' }).click();
  expect(page.getByRole('row').elements()).toHaveLength(3);
});

test('[S5] loads more when the server has more', async () => {
  const network = answerNetwork().answer(listStakes, ({ address }) => {
    if (address.includes('after=')) return [finished];
    return Response.json([running], { headers: { Link: '</api/stakes?limit=20&after=abc>; rel="next"' } });
  });
  await show(<StakesPage ApprovalStep={TestApprovalStep} />);
  await page.getByRole('button', { name: 'Mostrar mais stakes' }).click();
  await expect.element(page.getByText('Finalizada')).toBeVisible();
  expect(page.getByRole('row').elements()).toHaveLength(3);
  expect(page.getByRole('button', { name: 'Mostrar mais stakes' }).elements()).toHaveLength(0);
  expect(network.callsTo(listStakes).at(-1)?.address).toContain('after=abc');
});

test('[S5] without a stake offers to open the first one', async () => {
  answerNetwork().answer(listStakes, () => []);
  await show(<StakesPage ApprovalStep={TestApprovalStep} />);
  await page.getByRole('button', { name: 'Nova Stake' }).click();
  await vi.waitFor(() => expect(window.location.search).toBe('?dialog=new-stake'));
});

test('[S5] reports a list that fails to load and retries on request', async () => {
  const network = answerNetwork().answer(listStakes, () => refusal(500, 'fault', 'Algo deu errado.'));
  await show(<StakesPage ApprovalStep={TestApprovalStep} />);
  await expect.element(page.getByRole('alert')).toHaveTextContent('Não foi possível carregar agora.');
  network.answer(listStakes, () => [running]);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(page.getByText('Em andamento')).toBeVisible();
});

test('[S5] cancelling shows the amount, the fee of 40 %, what comes back and what is forfeited', async () => {
  answerNetwork().answer(listStakes, () => [running]);
  await show(<StakesPage ApprovalStep={TestApprovalStep} />);
  await page.getByRole('button', { name: 'Cancelar a stake de US$ 300,00' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancelar stake' });
  for (const said of [
    'Tem certeza de que quer cancelar a stake de US$ 300,00?',
    'Taxa de saída antecipada (40%)-US$ 120,00',
    'Volta ao seu saldo agoraUS$ 180,00',
    'Você perde o lucro gerado até aqui: US$ 25,00.',
    'Se mantiver até 1 de mai. de 2026, você recebe US$ 375,00.',
  ]) {
    await expect.element(dialog).toHaveTextContent(said);
  }
  await page.getByRole('button', { name: 'Manter a stake' }).click();
  await expect.element(page.getByText('Em andamento')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('[S5] [R6] cancelling costs the fee agreed when the stake was opened', async () => {
  answerNetwork().answer(listStakes, () => [{ ...running, CancelFee: 12.5 }]);
  await show(<StakesPage ApprovalStep={TestApprovalStep} />);
  await page.getByRole('button', { name: 'Cancelar a stake de US$ 300,00' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancelar stake' });
  await expect.element(dialog).toHaveTextContent('Taxa de saída antecipada (12,5%)-US$ 37,50');
  await expect.element(dialog).toHaveTextContent('Volta ao seu saldo agoraUS$ 262,50');
});

test('[S6] reports a cancellation and shows the stake as cancelled', async () => {
  const network = answerNetwork()
    .answer(listStakes, () => [running])
    .answer(cancelStake, () => {
      const ended = stakeOf({ Status: 'canceled', Profit: 0 });
      network.answer(listStakes, () => [ended]);
      return { ...ended, Fee: 120, Refund: 180 };
    });
  await show(<StakesPage ApprovalStep={TestApprovalStep} />);
  await page.getByRole('button', { name: 'Cancelar a stake de US$ 300,00' }).click();
  await page.getByRole('button', { name: 'Cancelar e receber US$ 180,00' }).click();
  await expect.element(page.getByText('Stake cancelada com sucesso!')).toBeVisible();
  await expect.element(page.getByText('Cancelada', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test("[S7] a stake that has already ended shows the server's refusal and its real status", async () => {
  const network = answerNetwork()
    .answer(listStakes, () => [running])
    .answer(cancelStake, () => {
      network.answer(listStakes, () => [stakeOf({ Status: 'finished', Profit: 75, Progress: 100 })]);
      return refusal(409, 'stake_not_running', 'Esta stake já foi encerrada e não pode ser cancelada.');
    });
  await show(<StakesPage ApprovalStep={TestApprovalStep} />);
  await page.getByRole('button', { name: 'Cancelar a stake de US$ 300,00' }).click();
  await page.getByRole('button', { name: 'Cancelar e receber US$ 180,00' }).click();
  await expect.element(page.getByText('Esta stake já foi encerrada e não pode ser cancelada.')).toBeVisible();
  await expect.element(page.getByText('Finalizada')).toBeVisible();
});

test('[S6] a cancellation without an answer shows Erro inesperado ao cancelar stake.', async () => {
  answerNetwork()
    .answer(listStakes, () => [running])
    .answer(cancelStake, () => {
      throw new TypeError('Failed to fetch');
    });
  await show(<StakesPage ApprovalStep={TestApprovalStep} />);
  await page.getByRole('button', { name: 'Cancelar a stake de US$ 300,00' }).click();
  await page.getByRole('button', { name: 'Cancelar e receber US$ 180,00' }).click();
  await expect.element(page.getByText('Erro inesperado ao cancelar stake.')).toBeVisible();
});

test('[S6] [L11] the second factor is the last step, for this stake alone, and its approval goes with the cancellation', async () => {
  const network = answerNetwork()
    .answer(listStakes, () => [running])
    .answer(cancelStake, ({ headers }) =>
      headers.has('second-key-approval')
        ? { ...running, Status: 'canceled' as const, Fee: 120, Refund: 180 }
        : refusal(403, 'second_key_required', 'Confirme com sua segunda chave.', { methods: ['app'] }),
    );
  await show(<StakesPage ApprovalStep={TestApprovalStep} />);
  await page.getByRole('button', { name: 'Cancelar a stake de US$ 300,00' }).click();
  await page.getByRole('button', { name: 'Cancelar e receber US$ 180,00' }).click();
  const input = { purpose: 'leave', position: running.Id, amount: 180 };
  await expect.element(page.getByText(JSON.stringify({ input, methods: ['app'] }))).toBeVisible();
  expect(readToasts()).toEqual([]);
  await page.getByRole('button', { name: 'Mostrar' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(readToasts().map(({ text }) => text)).toEqual(['Stake cancelada com sucesso!']);
  const [first, second] = network.callsTo(cancelStake);
  expect(second?.headers.get('second-key-approval')).toMatch(/^approval-/);
  expect(second?.headers.get('idempotency-key')).not.toBe(first?.headers.get('idempotency-key'));
});

/** Makes the page refetch as the stream of changes does. */
const changed = new EventTarget();
const readAgain = () => changed.dispatchEvent(new Event('changed'));
function FollowingPage() {
  const queries = useQueryClient();
  useEffect(() => {
    const read = () => void queries.refetchQueries({ type: 'active' });
    changed.addEventListener('changed', read);
    return () => changed.removeEventListener('changed', read);
  }, [queries]);
  return (
    <main>
      <StakesPage ApprovalStep={TestApprovalStep} />
    </main>
  );
}

test.each(['finished', 'canceled'] as const)(
  '[S7] a stake that is %s elsewhere while its dialog is open offers neither keeping nor cancelling',
  async (Status) => {
    const network = answerNetwork().answer(listStakes, () => [running]);
    await show(<FollowingPage />);
    await page.getByRole('button', { name: 'Cancelar a stake de US$ 300,00' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancelar stake' });
    await expect.element(dialog.getByRole('button', { name: 'Manter a stake' })).toBeVisible();
    network.answer(listStakes, () => [stakeOf({ Status, Progress: 100 })]);
    readAgain();
    await expect.element(dialog).toHaveTextContent('Esta stake já foi encerrada e não pode ser cancelada.');
    const offered = dialog.getByRole('button').elements();
    expect(new Set(offered.map((button) => (button as HTMLElement).title || button.textContent))).toEqual(
      new Set(['Fechar']),
    );
    await dialog.getByRole('button', { name: 'Fechar' }).last().click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(network.callsTo(cancelStake)).toHaveLength(0);
    await expect.poll(() => document.activeElement?.tagName).toBe('SECTION');
  },
);

test('[S6] when a cancellation removes its button, the focus moves to the list', async () => {
  const network = answerNetwork()
    .answer(listStakes, () => [running])
    .answer(cancelStake, () => {
      const ended = stakeOf({ Status: 'canceled', Profit: 0 });
      network.answer(listStakes, () => [ended]);
      return { ...ended, Fee: 120, Refund: 180 };
    });
  await show(<FollowingPage />);
  const opener = page.getByRole('button', { name: 'Cancelar a stake de US$ 300,00' });
  await opener.click();
  await page.getByRole('button', { name: 'Cancelar e receber US$ 180,00' }).click();
  await expect.element(opener).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.tagName).toBe('SECTION');
  expect(document.activeElement?.textContent).toContain('Cancelada');
});
