import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  changePassword,
  endOneSession,
  endOtherSessions,
  listSessions,
  type SessionEntry,
} from '#auth/session-contract.ts';
import { languages } from '#platform/languages.ts';
import { beginSession } from '#platform/web/session.ts';
import { dismissToast, readToasts } from '#platform/web/ui/toasts.ts';
import { readPreferences, readUser, updateUser, uploadAvatar, writePreferences } from '#profile/contract.ts';
import { readSecondFactor, type SecondFactorStatus } from '#secondfactor/contract.ts';
import { ana } from '#testing/web/ana.ts';
import { findViolations } from '#testing/web/find-violations.ts';
import { answerNetwork, type Network, noConnection, refusal, type SentCall } from '#testing/web/network.ts';
import { open } from '#testing/web/open.tsx';

const sessions: SessionEntry[] = [
  entry('1', { Browser: 'safari', System: 'iphone' }),
  entry('2', { Browser: 'chrome', System: 'windows', Current: true }),
  entry('3', { Browser: null, System: null }),
];
const noSecondFactor: SecondFactorStatus = {
  Since: null,
  App: null,
  Passkeys: [],
  RecoveryCodesLeft: 0,
  PasskeySite: null,
  EmailConfirmed: true,
  Removal: null,
  WithdrawalsClosedUntil: null,
};
let network: Network;

function entry(id: string, different: Partial<SessionEntry>): SessionEntry {
  return {
    Id: `6f9619ff-8b86-4d01-b42d-00cf4fc9640${id}`,
    Browser: null,
    System: null,
    Created: '2026-03-02T12:00:00Z',
    LastUsed: '2026-03-02T12:30:00Z',
    Expires: '2026-03-02T17:00:00Z',
    Current: false,
    ...different,
  };
}

beforeEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  for (const toast of readToasts()) dismissToast(toast.id);
  beginSession('a-token');
  network = answerNetwork()
    .answer(readUser, () => ana())
    .answer(listSessions, () => sessions)
    .answer(readSecondFactor, () => noSecondFactor)
    .answer(readPreferences, () => ({ Language: null, Theme: null }))
    .answer(writePreferences, () => ({ Language: null, Theme: null }));
  await page.viewport(1440, 1200);
});

function card(name: string) {
  return page.getByRole('region', { name, exact: true });
}

async function expectToast(text: string) {
  await expect.element(page.getByRole('region', { name: 'Avisos' }).getByText(text)).toBeVisible();
}

async function drawFile(type: string): Promise<File> {
  const canvas = new OffscreenCanvas(900, 600);
  canvas.getContext('2d')?.fillRect(0, 0, 450, 600);
  return new File([await canvas.convertToBlob({ type })], 'me.png', { type });
}

/** Day, month and year are three parts of one field; typing moves on from one to the next. */
async function typeBirth(digits: string) {
  await page.getByRole('group', { name: 'Data de nascimento' }).getByRole('spinbutton').first().click();
  await userEvent.keyboard(digits);
}

async function pickFile(file: File) {
  await userEvent.upload(card('Foto').getByLabelText('Foto', { exact: true }), file);
}

test('[P1] the avatar menu leads to Atualizar Perfil', async () => {
  await open('/stake');
  await page.getByRole('button', { name: 'Sua conta' }).click();
  await page.getByRole('button', { name: 'Perfil' }).click();
  await expect.element(page.getByRole('heading', { name: 'Atualizar Perfil', level: 1 })).toBeVisible();
  expect(window.location.pathname).toBe('/profile');
});

test('[P1] phone and birth date are sent in the body, not in the URL', async () => {
  network.answer(updateUser, () => ana());
  await open('/profile');
  const phone = page.getByLabelText('Telefone', { exact: true });
  await expect.element(phone).toHaveValue('(11) 98765-4321');
  await phone.fill('+5521998765432');
  await typeBirth('24121985');
  await page.getByRole('button', { name: 'Salvar dados' }).click();
  await expectToast('Atualizado com sucesso.');
  const [call] = network.callsTo(updateUser);
  expect(call?.address).toBe('/api/user/-/-');
  expect(call?.body).toEqual({ phone: '+5521998765432', birth: '1985-12-24' });
});

test('[L11] only what was changed here is sent: another tab may have changed the rest', async () => {
  network.answer(updateUser, () => ana());
  await open('/profile');
  await expect.element(page.getByLabelText('Telefone', { exact: true })).toHaveValue('(11) 98765-4321');
  await typeBirth('24121985');
  await page.getByRole('button', { name: 'Salvar dados' }).click();
  await expectToast('Atualizado com sucesso.');
  expect(network.callsTo(updateUser)[0]?.body).toEqual({ birth: '1985-12-24' });
});

test('[P1] an invalid phone is reported at its field, without a toast', async () => {
  network.answer(updateUser, () => refusal(422, 'invalid_phone', 'Este telefone não existe.'));
  await open('/profile');
  await page.getByLabelText('Telefone', { exact: true }).fill('+55 11');
  await page.getByRole('button', { name: 'Salvar dados' }).click();
  await expect.element(page.getByText('Este telefone não existe.')).toBeVisible();
  await expect.element(page.getByLabelText('Telefone', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  expect(readToasts()).toEqual([]);
});

test.each([
  ['a day that does not exist', '31021990', 'Esta data não existe no calendário.'],
  ['half a year', '2412198', 'Informe a data completa.'],
])('[L12] [P1] %s as the birth date is said, and nothing is sent nor said to be saved', async (_, digits, said) => {
  network.answer(updateUser, () => ana());
  await open('/profile');
  await page.getByLabelText('Telefone', { exact: true }).fill('+5521998765432');
  await typeBirth(digits);
  const save = page.getByRole('button', { name: 'Salvar dados' });
  (save.element() as HTMLElement).focus();
  await save.click();
  await expect.element(page.getByText(said)).toBeVisible();
  expect(network.callsTo(updateUser)).toEqual([]);
  expect(readToasts()).toEqual([]);
});

test('[P1] a birth date is shown in the reader’s own calendar', async () => {
  await open('/profile', { language: 'fa' });
  const birth = page.getByRole('group', { name: 'تاریخ تولد' });
  await expect.element(birth.getByRole('spinbutton').first()).toBeVisible();
  expect(birth.element().textContent).toMatch(/۱۳۶۹/);
});

test('[P1] a customer under age is told so at the birth date', async () => {
  network.answer(updateUser, () => refusal(422, 'under_age', 'É preciso ter 18 anos ou mais.'));
  await open('/profile');
  await page.getByRole('button', { name: 'Salvar dados' }).click();
  await expect.element(card('Dados pessoais').getByText('É preciso ter 18 anos ou mais.')).toBeVisible();
});

test.each([
  ['no connection', noConnection],
  ['a failure without words', () => new Response('', { status: 502 })],
])('[P1] %s shows Erro ao atualizar.', async (_, answer) => {
  network.answer(updateUser, answer);
  await open('/profile');
  await page.getByRole('button', { name: 'Salvar dados' }).click();
  await expectToast('Erro ao atualizar.');
});

test('[P1] differing passwords show As senhas não coincidem., and nothing is sent', async () => {
  await open('/profile');
  await page.getByLabelText('Senha atual').fill('capivara no telhado');
  await page.getByLabelText('Nova senha', { exact: true }).fill('tamanduá na varanda');
  await page.getByLabelText('Confirmar nova senha').fill('tamanduá na sacada');
  await page.getByRole('button', { name: 'Trocar senha' }).click();
  await expect.element(page.getByText('As senhas não coincidem.')).toBeVisible();
  expect(network.callsTo(changePassword)).toEqual([]);
});

test('[P1] the password is changed with the current one, and the fields are cleared', async () => {
  network.answer(changePassword, () => undefined);
  await open('/profile');
  await page.getByLabelText('Senha atual').fill('capivara no telhado');
  await page.getByLabelText('Nova senha', { exact: true }).fill('tamanduá na varanda');
  await page.getByLabelText('Confirmar nova senha').fill('tamanduá na varanda');
  await userEvent.keyboard('{Enter}');
  await expectToast('Atualizado com sucesso.');
  const [call] = network.callsTo(changePassword);
  expect(call?.address).toBe('/api/password/-');
  expect(call?.body).toEqual({ password: 'tamanduá na varanda', current: 'capivara no telhado' });
  await expect.element(page.getByLabelText('Senha atual')).toHaveValue('');
});

test('[P1] a wrong current password is reported at its field', async () => {
  network.answer(changePassword, () => refusal(422, 'wrong_password', 'A senha atual não confere.'));
  await open('/profile');
  await page.getByLabelText('Senha atual').fill('capivara');
  await page.getByLabelText('Nova senha', { exact: true }).fill('tamanduá na varanda');
  await page.getByLabelText('Confirmar nova senha').fill('tamanduá na varanda');
  await page.getByRole('button', { name: 'Trocar senha' }).click();
  await expect.element(page.getByText('A senha atual não confere.')).toBeVisible();
  await expect.element(page.getByLabelText('Senha atual')).toHaveAttribute('aria-invalid', 'true');
});

test('[L6] a password made of the brand is reported at its field, and nothing is sent', async () => {
  await open('/profile');
  await page.getByLabelText('Senha atual').fill('capivara no telhado');
  await page.getByLabelText('Nova senha', { exact: true }).fill('Lastro-2026');
  await page.getByLabelText('Confirmar nova senha').fill('Lastro-2026');
  await page.getByRole('button', { name: 'Trocar senha' }).click();
  await expect.element(page.getByText('A senha não pode ter seu nome', { exact: false })).toBeVisible();
  await expect.element(page.getByLabelText('Nova senha', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  expect(network.callsTo(changePassword)).toEqual([]);
});

test('[L6] a customer with a second factor is asked for it and can go back without losing input; a wrong code is reported', async () => {
  network.answer(changePassword, ({ body }) => {
    const { code } = body as { code?: string };
    if (code === undefined) return refusal(403, 'second_key_required', 'Confirme.', { methods: ['app'] });
    return code === '123456' ? undefined : refusal(422, 'second_key_wrong', 'Não confere, ou já foi usado.');
  });
  await open('/profile');
  await page.getByLabelText('Senha atual').fill('capivara no telhado');
  await page.getByLabelText('Nova senha', { exact: true }).fill('tamanduá na varanda');
  await page.getByLabelText('Confirmar nova senha').fill('tamanduá na varanda');
  await page.getByRole('button', { name: 'Trocar senha' }).click();
  const code = page.getByLabelText('Código do aplicativo');
  await expect.element(code).toHaveFocus();
  expect(await findViolations()).toEqual([]);
  await page.getByRole('button', { name: 'Voltar', exact: true }).click();
  await expect.element(page.getByLabelText('Senha atual')).toHaveValue('capivara no telhado');
  await page.getByRole('button', { name: 'Trocar senha' }).click();
  await code.fill('000000');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Não confere, ou já foi usado.')).toBeVisible();
  await code.fill('123 456');
  await userEvent.keyboard('{Enter}');
  await expectToast('Atualizado com sucesso.');
  await expect.element(page.getByLabelText('Senha atual')).toHaveValue('');
  const bodies = network.callsTo(changePassword).map(({ body }) => body);
  expect(bodies.at(-1)).toEqual({ password: 'tamanduá na varanda', current: 'capivara no telhado', code: '123456' });
});

test('[P1] a picture is scaled to a square of 512 px before it is sent', async () => {
  network.answer(uploadAvatar, () => ({ Avatar: '/api/avatars/new.webp' }));
  await open('/profile');
  await pickFile(await drawFile('image/png'));
  await page.getByRole('button', { name: 'Salvar foto' }).click();
  await expectToast('Atualizado com sucesso.');
  const [call] = network.callsTo(uploadAvatar);
  const { file } = (call as SentCall).body as { file: File };
  const sent = await createImageBitmap(file);
  expect([sent.width, sent.height, file.type]).toEqual([512, 512, 'image/png']);
  expect(call?.headers.get('content-type')).toBeNull();
});

test.each([
  ['no type', ''],
  ['the type of something else', 'application/octet-stream'],
])('[P1] [L13] a picture whose file has %s is known by its content', async (_, type) => {
  network.answer(uploadAvatar, () => ({ Avatar: '/api/avatars/new.webp' }));
  await open('/profile');
  await pickFile(new File([await drawFile('image/jpeg')], 'me', { type }));
  await page.getByRole('button', { name: 'Salvar foto' }).click();
  await expectToast('Atualizado com sucesso.');
});

/** What such a browser gives out for any canvas. */
const scrambled = () =>
  vi.spyOn(OffscreenCanvas.prototype, 'convertToBlob').mockImplementation(async function blank(this: OffscreenCanvas) {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: this.width, height: this.height });
    return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob as Blob)));
  });

test('[P1] [L13] where a canvas is scrambled the picture is sent as it is, and a larger one is too large', async () => {
  network.answer(uploadAvatar, () => ({ Avatar: '/api/avatars/new.webp' }));
  await open('/profile');
  const picture = await drawFile('image/jpeg');
  scrambled();
  await pickFile(new File([picture, new Uint8Array(6_000_000)], 'me.jpg', { type: 'image/jpeg' }));
  await expect.element(card('Foto').getByText('A imagem é grande demais', { exact: false })).toBeVisible();
  await pickFile(picture);
  await page.getByRole('button', { name: 'Salvar foto' }).click();
  await expectToast('Atualizado com sucesso.');
  const [call] = network.callsTo(uploadAvatar);
  const { file } = (call as SentCall).body as { file: File };
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(new Uint8Array(await picture.arrayBuffer()));
});

test('[P1] [L13] a picture that this browser cannot show is left to the server, or is too large', async () => {
  network.answer(uploadAvatar, () => ({ Avatar: '/api/avatars/new.webp' }));
  vi.spyOn(window, 'createImageBitmap').mockRejectedValue(new DOMException('too many pixels', 'InvalidStateError'));
  await open('/profile');
  await pickFile(new File([await drawFile('image/png'), new Uint8Array(6_000_000)], 'me.png', { type: 'image/png' }));
  await expect.element(card('Foto').getByText('A imagem é grande demais', { exact: false })).toBeVisible();
  await pickFile(await drawFile('image/png'));
  await page.getByRole('button', { name: 'Salvar foto' }).click();
  await expectToast('Atualizado com sucesso.');
});

test('[P1] a chosen picture can be discarded, and nothing is sent', async () => {
  await open('/profile');
  await pickFile(await drawFile('image/webp'));
  await page.getByRole('button', { name: 'Descartar' }).click();
  await expect.element(page.getByRole('button', { name: 'Salvar foto' })).not.toBeInTheDocument();
  expect(network.callsTo(uploadAvatar)).toEqual([]);
});

test.each([
  ['a drawing', new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'x.svg', { type: 'image/svg+xml' })],
  ['a page that calls itself a picture', new File(['<html></html>'], 'x.png', { type: 'image/png' })],
  ['a document', new File(['%PDF'], 'x.pdf', { type: 'application/pdf' })],
])('[P1] %s has the wrong type: it is reported, and not sent', async (_, file) => {
  await open('/profile', { language: 'en' });
  await userEvent.upload(card('Picture').getByLabelText('Picture', { exact: true }), file);
  await expect.element(page.getByText('File type is incorrect')).toBeVisible();
  expect(network.callsTo(uploadAvatar)).toEqual([]);
});

test("[P1] the server's message about a picture is shown beside it", async () => {
  network.answer(uploadAvatar, () => refusal(413, 'picture_too_large', 'A imagem é grande demais.'));
  await open('/profile');
  await pickFile(await drawFile('image/jpeg'));
  await page.getByRole('button', { name: 'Salvar foto' }).click();
  await expect.element(card('Foto').getByText('A imagem é grande demais.')).toBeVisible();
});

test('[P2] the sessions are listed, this one first and without an end button', async () => {
  await open('/profile');
  const rows = card('Sessões abertas').getByRole('listitem');
  await expect.element(rows.nth(0)).toHaveTextContent('Chrome · WindowsEsta sessão');
  await expect.element(rows.nth(1)).toHaveTextContent('Safari · iPhone');
  await expect.element(rows.nth(2)).toHaveTextContent('Aparelho desconhecido');
  expect(rows.nth(0).getByRole('button').elements()).toHaveLength(0);
});

test('[P2] one session is ended by its name, and all the others together', async () => {
  network.answer(endOneSession, () => undefined).answer(endOtherSessions, () => undefined);
  await open('/profile');
  await page.getByRole('button', { name: 'Encerrar a sessão em Safari · iPhone' }).click();
  await expectToast('Sessão encerrada.');
  expect(network.callsTo(endOneSession).map((call) => call.address)).toEqual([`/api/sessions/${sessions[0]?.Id}/end`]);
  await page.getByRole('button', { name: 'Encerrar as outras' }).click();
  await expectToast('As outras sessões foram encerradas.');
});

test('[B6] [B7] choices made on another device are applied on this one', async () => {
  network.answer(readPreferences, () => ({ Language: 'es' as const, Theme: 'light' as const }));
  await open('/profile');
  await expect.element(page.getByRole('heading', { name: 'Actualizar perfil', level: 1 })).toBeVisible();
  expect(document.documentElement.dataset.theme).toBe('light');
  expect(network.callsTo(writePreferences)).toEqual([]);
});

test('[B6] [B7] choices made here are saved for the other devices, each once', async () => {
  await open('/profile');
  await page.getByRole('radio', { name: 'Claro' }).click({ force: true });
  await vi.waitFor(() => expect(document.documentElement.dataset.theme).toBe('light'));
  await card('Idioma e aparência').getByLabelText('Idioma', { exact: true }).selectOptions('en');
  await expect.element(page.getByRole('heading', { name: 'Update profile', level: 1 })).toBeVisible();
  await vi.waitFor(() =>
    expect(network.callsTo(writePreferences).map((call) => call.body)).toEqual([
      { theme: 'light' },
      { language: 'en' },
    ]),
  );
});

const looks = languages.flatMap((language) =>
  [320, 768, 1440].map((width) => ({ language, width, theme: width === 768 ? 'light' : 'dark' }) as const),
);

test.each(looks)(
  '[P1] the profile in $language, $theme, at $width px has no WCAG violations and fits',
  async (look) => {
    await page.viewport(look.width, 900);
    network.answer(readUser, () => ana({ Name: 'Maximiliana '.repeat(8), Email: `${'a'.repeat(60)}@example.com` }));
    await open('/profile', look);
    await expect.element(page.getByRole('listitem').first()).toBeInTheDocument();
    await page.getByRole('main').getByRole('button').nth(1).click();
    expect(await findViolations()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBe(look.width);
  },
);
