import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import { register, newcomer } from '#testing/server/newcomer.ts';
import { strangeToken } from '#testing/server/strange-token.ts';
import { openMailbox, type Mailbox } from '#testing/server/mailbox.ts';
import type { ReadMail } from '#mail/server/testing/read-mail.ts';
import { copytradeOpen } from '#copytrade/server/copytrade-settings.ts';
import type { PayoutProduct } from '#payouts/contract.ts';
import { importLines, line } from '#testing/server/import-lines.ts';
import { announcerOf } from '#database/server/changes.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { vaultDays } from '#primevault/server/vault-settings.ts';
import { subscribers } from '#app/server/subscribers.ts';
import { publishSecurityChange } from '#app/server/publish-security-change.ts';
import { transaction } from '#database/server/transaction.ts';
import { recordAction } from '#operator/server/record-action.ts';
import { refuseWithdrawal } from '#wallet/server/decide-withdrawal.ts';
import { settleTransfer } from '#wallet/server/settle-transfer.ts';
import { readTransfersById } from '#wallet/server/transfer-store.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';
import { sendTransfers, type TransferWorker } from '#wallet/server/send-transfers.ts';
import type { Notice } from '../contract.ts';
import { composeUnsubscribing } from '#app/server/compose-unsubscribing.ts';
import { noticeMailTemplates } from './mail-templates.ts';

const chromeOnWindows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const safariOnIphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';

let world: WalletWorld;
let worker: TransferWorker;
let mailbox: Mailbox;

beforeAll(async () => {
  world = await openWalletWorld();
  // Uses today's date: events older than a day get a notice but no email.
  world.now = new Date();
  worker = sendTransfers({
    db: world.db,
    brokerage: world.brokerage,
    log: world.http.app.log,
    events: subscribers,
  });
  mailbox = await openMailbox(world);
  mailbox.context.templates = {
    ...mailbox.context.templates,
    ...noticeMailTemplates(world.db, world.config, composeUnsubscribing(world.config)),
  };
});
afterEach(async () => {
  await world.sandbox.heal();
  expect(await world.audit()).toEqual([]);
});
afterAll(async () => {
  await worker.stop();
  await mailbox.close();
  await world.close();
});

async function saidTo(token: string): Promise<Notice[]> {
  return (await world.ask({ method: 'GET', url: '/api/notices', headers: { authorization: token } })).json<Notice[]>();
}

async function mailsTo({ email }: Pick<TestInvestor, 'email'>): Promise<ReadMail[]> {
  return (await mailbox.deliver()).filter(({ to }) => to.includes(email));
}

test('[F4] a completed deposit and withdrawal each produce one notice, the withdrawal an email too', async () => {
  const ana = await world.saver('500');
  const { Id: deposit } = await world.deposit(ana, { amount: 40 });
  await world.untilEnded(ana, deposit);
  const { Id } = await world.withdraw(ana, { amount: 150 });
  await world.untilEnded(ana, Id);
  const transfers = await readTransfersById(world.db, [Id, deposit]);
  for (const transfer of transfers) {
    await settleTransfer(world.db, transfer, 'done', { events: subscribers });
  }
  expect((await saidTo(ana.token)).map(({ Kind, Amount }) => [Kind, Amount])).toEqual(
    expect.arrayContaining([
      ['withdrawal_complete', 150],
      ['deposit_complete', 40],
    ]),
  );
  expect(await saidTo(ana.token)).toHaveLength(2);
  const [mail, ...others] = await mailsTo(ana);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Seu saque em Lastro foi concluído');
  expect(mail?.text).toMatch(/US\$\s150,00/);
});

test('[F4] a refusal by the brokerage is reported with its reason', async () => {
  const ana = await world.saver('500');
  await world.sandbox.arm({ mode: 'refuse', times: 1 });
  const { Id } = await world.withdraw(ana, { amount: 100 });
  await world.untilEnded(ana, Id);
  expect(await saidTo(ana.token)).toMatchObject([{ Kind: 'withdrawal_canceled', Amount: 100, Why: 'refused' }]);
  expect((await mailsTo(ana)).map(({ subject }) => subject)).toEqual(['Seu saque em Lastro foi cancelado']);
});

test("[F6] a withdrawal awaiting an operator is reported, and a refused one with the operator's own reason", async () => {
  const ana = await world.saver('50000');
  const { Id } = await world.withdraw(ana, { amount: 20_000 });
  expect(await saidTo(ana.token)).toMatchObject([{ Kind: 'withdrawal_waiting', Amount: 20_000 }]);
  await transaction(world.db, async (tx) => {
    await refuseWithdrawal(tx, Id, 'falta um documento', subscribers);
    const details = { withdrawal: Id, customer: ana.id, usd: '20000.00', reason: 'falta um documento' };
    await recordAction(tx, { operator: 'a test', action: 'withdrawals refuse', details });
  });
  const canceled = (await saidTo(ana.token)).find(({ Kind }) => Kind === 'withdrawal_canceled');
  expect(canceled).toMatchObject({ Why: 'refused_in_review', Reason: 'falta um documento' });
  expect((await mailsTo(ana)).at(-1)?.text).toContain('falta um documento');
});

test('[L6] a login from a new device produces one notice and one email; the registration device is known', async () => {
  const email = 'bruno-devices@example.com';
  const password = 'capivara no telhado';
  const [own, phone, desk] = [strangeToken(), strangeToken(), strangeToken()];
  const enter = async (agent: string, device: string): Promise<string> => {
    const answer = await world.ask({
      method: 'POST',
      url: '/auth',
      body: { email, password },
      headers: { 'user-agent': agent, 'device-token': device },
      remoteAddress: '203.0.113.8',
    });
    return answer.json<{ token: string }>().token;
  };
  const headers = { 'device-token': own };
  await world.ask({ method: 'POST', url: '/auth/register', body: newcomer({ email, password }), headers });
  await mailbox.deliver();
  expect(await saidTo(await enter(chromeOnWindows, own))).toEqual([]);
  await Promise.all([enter(safariOnIphone, phone), enter(safariOnIphone, phone)]);
  const token = await enter(safariOnIphone, phone);
  expect(await saidTo(token)).toMatchObject([{ Kind: 'new_device', Device: 'Safari · iPhone', Amount: null }]);
  await enter(chromeOnWindows, desk);
  const said = await saidTo(token);
  expect(new Set(said.map(({ Device }) => Device))).toEqual(new Set(['Chrome · Windows', 'Safari · iPhone']));
  const mails = await mailsTo({ email });
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Novo aparelho em sua conta em Lastro',
    'Novo aparelho em sua conta em Lastro',
  ]);
});

test('[P1] a changed password produces one notice', async () => {
  const email = 'bruno-password@example.com';
  const token = (await register(world, { email })).json<{ token: string }>().token;
  const body = { password: 'tamanduá na varanda', current: 'capivara no telhado' };
  const headers = { authorization: token };
  const answer = await world.ask({ method: 'POST', url: '/api/password/-', headers, body });
  expect(answer.statusCode).toBe(204);
  expect(await saidTo(token)).toMatchObject([{ Kind: 'password_changed' }]);
});

test('second-factor changes are notified and emailed regardless of email preferences', async () => {
  const ana = await world.investor();
  const choice = { maturities: false, withdrawals: false };
  await world.ask({ method: 'PUT', url: '/api/notices/letters', headers: { authorization: ana.token }, body: choice });
  const changes = [
    'app_added',
    'recovery_code_used',
    'removal_confirmed',
    'removal_canceled',
    'second_key_removed_after_waiting',
    'app_removed',
  ] as const;
  for (const what of changes) {
    await transaction(world.db, (tx) => publishSecurityChange(tx, { customerId: ana.id, what }));
  }
  expect(new Set((await saidTo(ana.token)).map(({ Kind }) => Kind))).toEqual(
    new Set([
      'second_key_added',
      'recovery_code_used',
      'second_key_leaving',
      'second_key_stays',
      'second_key_removed',
      'second_key_way_removed',
    ]),
  );
  expect(new Set((await mailsTo(ana)).map(({ subject }) => subject))).toEqual(
    new Set([
      'Segunda chave adicionada em Lastro',
      'Código de recuperação usado em Lastro',
      'A segunda chave de sua conta em Lastro vai ser removida',
      'Segunda chave removida em Lastro',
      'Uma forma de mostrar sua segunda chave foi removida em Lastro',
    ]),
  );
});

test('[S7] stakes that mature together produce one email, in the customer’s language, unless they opted out', async () => {
  const wanting = await world.investor({ balance: '500', isEmailConfirmed: true });
  const quiet = await world.investor({ balance: '500', isEmailConfirmed: true });
  await world.db.query(`UPDATE customers SET language = 'fa' WHERE id = $1`, [wanting.id]);
  const headers = { authorization: quiet.token };
  await world.ask({ method: 'PUT', url: '/api/notices/letters', headers, body: { maturities: false } });
  for (const who of [wanting, quiet]) {
    for (let n = 0; n < 3; n += 1) await who.post('/api/stake', { amount: 100, time_stake: 30 });
  }
  world.forward(30);
  await world.settle();
  const mails = await mailbox.deliver();
  const [mail, ...others] = mails.filter(({ to }) => to.includes(wanting.email));
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('۳ سرمایه‌گذاری شما در Lastro به پایان رسید');
  expect(mail?.text).toContain('330.00');
  expect(mails.filter(({ to }) => to.includes(quiet.email))).toEqual([]);
  expect(await saidTo(quiet.token)).toHaveLength(3);
});

test('[S7] [V3] [C3] [Z4] [L7] the end of each product produces one notice, with its profit or loss to the cent, and an email', async () => {
  const ana = await world.investor({ balance: '1000', isEmailConfirmed: true });
  await transaction(world.db, async (tx) => {
    await writeSetting(tx, copytradeOpen, true);
    await writeSetting(tx, vaultDays, 30);
  });
  await investInEverything(ana);
  world.forward(10);
  await trade('copytrade', '-2.512345');
  await trade('primezord', '1.259999');
  world.forward(20);
  await Promise.all(Array.from({ length: 3 }, () => world.settle()));
  const told = (await saidTo(ana.token)).map(({ Kind, Amount, Profit }) => [Kind, Amount, Profit]);
  expect(told.toSorted(byKind)).toEqual([
    ['bot_ended', 100, 1.259999],
    ['copy_ended', 100, -2.512345],
    ['stake_matured', 100, 10],
    ['vault_ended', 100, 30],
  ]);
  const mails = (await mailsTo(ana)).map(({ text }) => text).join('\n');
  // The amounts and results as shown add up to the total returned as shown: 101,25 and 97,48 and 110,00 and 130,00.
  for (const back of ['US$ 1,25', '-US$ 2,52', 'US$ 10,00', 'US$ 30,00', 'US$ 438,73']) {
    expect(mails.replaceAll('\u00a0', ' ')).toContain(back);
  }
});

test('[W2] network awards are notified alike for every product: the bonus on an opening, the residual on a profit', async () => {
  const ana = await world.investor();
  const bia = await world.investor({ balance: '1000', broughtBy: ana });
  await investInEverything(bia);
  world.forward(10);
  for (const product of ['copytrade', 'primezord'] as const) await trade(product, '5');
  world.forward(20);
  await world.settle();
  const told = (await saidTo(ana.token)).map(({ Kind, Amount, Count }) => [Kind, Amount, Count]);
  expect(told.toSorted(byKind)).toEqual([
    ['bonus_received', 20, 4],
    ['residual_received', 1.5, 4],
  ]);
});

test("a customer's own actions produce no notice, but make all their pages refetch", async () => {
  const ana = await world.saver('1000');
  await investInEverything(ana, async (deed) => {
    const heard: string[] = [];
    const stop = announcerOf(world.http.db).hear((changes) => heard.push(...(changes.get(ana.id) ?? [])));
    const answer = await deed();
    stop();
    expect([answer.statusCode < 300, heard]).toEqual([true, expect.arrayContaining(['money'])]);
    return answer;
  });
  expect(await saidTo(ana.token)).toEqual([]);
});

const byKind = ([a]: readonly unknown[], [b]: readonly unknown[]) => String(a).localeCompare(String(b));

type Deed = () => ReturnType<TestInvestor['post']>;

/** Invests a hundred in each product and does everything else that a customer does with their money. */
async function investInEverything(who: TestInvestor, by: (deed: Deed) => ReturnType<Deed> = (deed) => deed()) {
  await who.post('/api/vault/subscribe', { terms: true });
  const opened = await by(() => who.post('/api/stake', { amount: 100, time_stake: 30 }));
  expect(opened.statusCode).toBe(201);
  await by(() => who.post('/api/copytrade', { amount: 100 }));
  await by(() => who.post('/api/vault/deposit', { amount: 100 }));
  await by(() => who.post('/api/bot/subscribe', {}));
  await by(() => who.post('/api/bot/deposit', { amount: 250 }));
  await by(() => who.post('/api/bot/invest', { amount: 100 }));
  await by(() => who.post('/api/bot/withdraw', { amount: 25 }));
}

function trade(product: PayoutProduct, payout: string) {
  const lines = [line(world.now, payout, `${product} ${world.now.getTime()}`)];
  return importLines(world.db, lines, { product, now: world.now });
}
