import { expect, test } from 'vitest';
import { answerNetwork, type Network, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { listOwnSessions } from '#staff/contract.ts';
import * as keys from '#staff/own-keys-contract.ts';
import { loadLaterTexts, loadTexts } from '../load-texts.ts';
import type { Me } from '../queries.ts';
import { MeProvider } from '../use-me.ts';
import { OwnAccessDialog } from './own-access-dialog.tsx';

const passkey = {
  Id: '019a0000-0000-7000-8000-000000000000',
  Name: 'Laptop',
  Added: '2026-03-01T10:00:00.000Z',
  LastUsed: null,
};
const token = 'a'.repeat(43);

async function open(Passkeys: (typeof passkey)[]) {
  const network: Network = answerNetwork()
    .answer(listOwnSessions, () => [])
    .answer(keys.listOwnKeys, () => ({ App: '2026-02-01T10:00:00.000Z', Passkeys, HasPassword: true }))
    .answer(keys.beginOwnChange, () => ({ Ticket: token, App: true, Passkey: null }))
    .answer(keys.proveOwnFactor, () => ({ Ticket: token }));
  const me = { Email: 'nara@staff.example' } as Me;
  const shown = await show(
    <MeProvider value={me}>
      <OwnAccessDialog onClose={() => undefined} />
    </MeProvider>,
    { load: async (language) => ({ ...(await loadTexts(language)), ...(await loadLaterTexts(language)) }) },
  );
  return { network, shown };
}

test('[R3] [L6] the only second factor has no button that removes it', async () => {
  const { shown } = await open([]);
  await expect.element(shown.getByText('Aplicativo autenticador')).toBeVisible();
  await expect.element(shown.getByRole('button', { name: 'Adicionar chave de acesso' })).toBeVisible();
  expect(shown.getByRole('button', { name: /^Remover/ }).elements()).toEqual([]);
});

test('[R3] [L6] a passkey is removed once password and code were shown; a wrong code is said and nothing is removed', async () => {
  const { network, shown } = await open([passkey]);
  network.answer(
    keys.proveOwnFactor,
    () => refusal(401, 'second_factor_wrong', 'Esse código está incorreto.') as never,
  );
  // The name stands between isolates.
  await shown.getByRole('button', { name: /^Remover \u2068Laptop\u2069$/ }).click();
  await shown.getByLabelText('Senha', { exact: true }).fill('capivara no telhado azul');
  await shown.getByLabelText('Código de seis dígitos').fill('123456');
  await shown.getByRole('button', { name: 'Continuar' }).click();
  await expect.element(shown.getByText('Esse código está incorreto.')).toBeVisible();
  expect(network.callsTo(keys.removeOwnKey)).toEqual([]);
  network.answer(keys.proveOwnFactor, () => ({ Ticket: token })).answer(keys.removeOwnKey, () => undefined as never);
  await shown.getByRole('button', { name: 'Continuar' }).click();
  await expect
    .poll(() => network.callsTo(keys.removeOwnKey).map(({ body }) => body))
    .toEqual([{ ticket: token, which: passkey.Id }]);
  await expect.element(shown.getByRole('button', { name: 'Adicionar chave de acesso' })).toBeVisible();
});
