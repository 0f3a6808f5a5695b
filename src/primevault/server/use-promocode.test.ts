import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { openWorld, type World } from '#testing/server/world.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Investment, Quote } from '../contract.ts';
import type { Promocode } from '../promocode.ts';
import { markEnded, readPromocode } from './promocode-store.ts';
import { makeCode, opened, usesOf, vaultInvestor } from './testing/vault-world.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const deposit = '/api/vault/deposit';

test('[V3] a code adds its points to the rate, and the extra profit is set aside and paid', async () => {
  await makeCode(world, 'VERAO', { points: '5', min: '500' });
  const ana = await vaultInvestor(world, '500');
  expect(await opened(ana, 500, 'VERAO')).toMatchObject({ Rate: 35, Promocode: 'VERAO' });
  world.forward(180);
  await world.settle();
  expect(await ana.balance()).toBe(675);
});

test('[V3] [L12] accepts a code however it is typed or pasted, and treats an empty one as none', async () => {
  await makeCode(world, 'CASA-10', { perCustomer: 9, points: '2.5' });
  const ana = await vaultInvestor(world, '1000');
  const pasted = [
    '\u200bCASA\u2060-10\ufeff',
    'ＣＡＳＡ－１０',
    'casa–۱۰',
    'https://lastro.example/primevault?promocode=casa-10',
  ];
  for (const typed of ['casa-10', '  Casa-10 ', '\tCASA-10\n', ...pasted]) {
    expect(await opened(ana, 100, typed)).toMatchObject({ Rate: 32.5, Promocode: 'CASA-10' });
  }
  for (const promocode of ['', '   ', null]) {
    const answer = await ana.post(deposit, { amount: 100, promocode });
    expect(answer.json<Investment>()).toMatchObject({ Rate: 30, Promocode: null });
  }
  expect(await usesOf(world, 'CASA-10')).toBe(7);
});

test('[V3] [R1] a code can be ended up to its last instant, once, without affecting others', async () => {
  await makeCode(world, 'OUTRO');
  await makeCode(world, 'PASSA');
  const until = (await readPromocode(world.db, 'PASSA'))?.validUntil ?? new Date(0);
  const end = (at: Date): Promise<Promocode | null> => transaction(world.db, (tx) => markEnded(tx, 'PASSA', at));
  const justBefore = new Date(until.getTime() - 1);
  expect(await end(until)).toBeNull();
  expect(await end(justBefore)).toMatchObject({ code: 'PASSA', endedAt: justBefore });
  expect(await end(justBefore)).toBeNull();
  expect((await readPromocode(world.db, 'OUTRO'))?.endedAt).toBeNull();
});

describe('a refused code', () => {
  const refusals = [
    ['promocode_unknown', 'NADA', { promocode: 'NADA' }],
    ['promocode_not_yet_valid', 'CEDO', { promocode: 'CEDO', from: '2028-06-11T12:00:00.000Z' }],
    ['promocode_expired', 'TARDE', { promocode: 'TARDE', until: '2028-06-01T11:59:59.999Z' }],
    ['promocode_used_up', 'CHEIO', { promocode: 'CHEIO', uses: 1 }],
    ['promocode_minimum', 'ALTO', { promocode: 'ALTO', minimum: 2500.5 }],
    ['promocode_spent', 'GASTO', { promocode: 'GASTO' }],
  ] as const;
  const words: Record<string, readonly string[]> = {
    'pt-BR': [
      'O código promocional NADA não existe.',
      'O código promocional CEDO só vale a partir de 11 de junho de 2028.',
      'O código promocional TARDE venceu em 1 de junho de 2028.',
      'O código promocional CHEIO já foi usado 1 vez, o limite dele.',
      'O código promocional ALTO vale para investimentos a partir de US$ 2.500,50.',
      'O que resta do código promocional GASTO não basta para este valor.',
    ],
    en: [
      'Promotional code NADA does not exist.',
      'The promotional code CEDO is not valid until June 11, 2028.',
      'The promotional code TARDE expired on June 1, 2028.',
      'The promotional code CHEIO has reached its limit of 1 use.',
      'The promotional code ALTO is for investments of $2,500.50 or more.',
      'What is left of the promotional code GASTO is not enough for this amount.',
    ],
    es: [
      'El código promocional NADA no existe.',
      'El código promocional CEDO es válido a partir del 11 de junio de 2028.',
      'El código promocional TARDE venció el 1 de junio de 2028.',
      'El código promocional CHEIO ya se usó 1 vez, su límite.',
      'El código promocional ALTO es válido para inversiones desde US$ 2.500,50.',
      'Lo que queda del código promocional GASTO no alcanza para este importe.',
    ],
    'zh-CN': [
      '优惠码 NADA 不存在。',
      '优惠码 CEDO 自 2028年6月11日 起有效。',
      '优惠码 TARDE 已于 2028年6月1日 过期。',
      '优惠码 CHEIO 已使用 1 次，达到上限。',
      '优惠码 ALTO 适用于 US$2,500.50 起的投资。',
      '优惠码 GASTO 的剩余额度不足以用于此金额。',
    ],
    fa: [
      'کد تبلیغاتی NADA وجود ندارد.',
      'کد تبلیغاتی CEDO از ۲۲ خرداد ۱۴۰۷ معتبر است.',
      'کد تبلیغاتی TARDE در ۱۲ خرداد ۱۴۰۷ منقضی شد.',
      'کد تبلیغاتی CHEIO ۱ بار به کار رفته و به سقف خود رسیده است.',
      'کد تبلیغاتی ALTO برای سرمایه‌گذاری از ‎$۲٬۵۰۰٫۵۰ به بالا معتبر است.',
      'باقی‌ماندهٔ کد تبلیغاتی GASTO برای این مبلغ کافی نیست.',
    ],
  };

  beforeAll(async () => {
    world.now = new Date('2028-06-01T12:00:00Z');
    await makeCode(world, 'CEDO', { fromDay: 10 });
    await makeCode(world, 'TARDE', { fromDay: -30, untilDay: 0 });
    await makeCode(world, 'CHEIO', { uses: 1 });
    await makeCode(world, 'ALTO', { min: '2500.50' });
    await makeCode(world, 'GASTO', { points: '5', most: '4.99' });
    await opened(await vaultInvestor(world, '100'), 100, 'CHEIO');
  });

  test.each(Object.keys(words))('[V3] is refused with the specific reason, in %s', async (language) => {
    const ana = await vaultInvestor(world, '500');
    for (const [n, [code, promocode, details]] of refusals.entries()) {
      const refused = await ana.post(deposit, { amount: 100, promocode }, { 'accept-language': language });
      const message = words[language]?.[n];
      expect([refused.statusCode, plainBlanks(refused.json())]).toEqual([422, { code, message, details }]);
    }
    expect(await ana.balance()).toBe(500);
  });

  test('[V3] is refused by the quote as by the deposit', async () => {
    const ana = await vaultInvestor(world, '0.01');
    for (const [code, promocode, details] of refusals) {
      const refused = await ana.get(`/api/vault/quote?amount=100&promocode=${promocode}`);
      expect([refused.statusCode, refused.json()]).toMatchObject([422, { code, details }]);
    }
  });

  test('[V3] is reported as unknown when malformed', async () => {
    const ana = await vaultInvestor(world, '500');
    for (const promocode of ['A', "A' OR '1'='1", 'A\u0000B', '%', '👑👑', 'x'.repeat(100)]) {
      const refused = await ana.post(deposit, { amount: 100, promocode });
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'promocode_unknown']);
    }
  });
});

/** Replaces the no-break spaces that Intl writes, which would be invisible in a test. */
function plainBlanks(answer: { message: string }): object {
  return { ...answer, message: answer.message.replaceAll(/[\u00A0\u202F]/g, ' ') };
}

describe('the usage limit', () => {
  test('[V3] a code with ten uses under two hundred parallel deposits is used ten times', async () => {
    await makeCode(world, 'DEZ', { uses: 10, perCustomer: 10 });
    const investors = await Promise.all(Array.from({ length: 20 }, () => vaultInvestor(world, '1000')));
    const answers = await Promise.all(
      investors.flatMap((investor) =>
        Array.from({ length: 10 }, () => investor.post(deposit, { amount: 100, promocode: 'dez' })),
      ),
    );
    const codes = answers.map((answer) => answer.statusCode);
    expect(codes.filter((code) => code === 201)).toHaveLength(10);
    for (const refused of answers.filter((answer) => answer.statusCode !== 201)) {
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'promocode_used_up']);
    }
    expect(await usesOf(world, 'DEZ')).toBe(10);
    let left = 0;
    for (const investor of investors) left += await investor.balance();
    expect(left).toBe(19_000);
  });

  test('[V3] [L14] a code promises no more than its bound in all, however many deposit at once', async () => {
    await makeCode(world, 'TETO', { points: '5', perCustomer: 50, most: '100' });
    const investors = await Promise.all(Array.from({ length: 10 }, () => vaultInvestor(world, '2000')));
    const answers = await Promise.all(
      investors.flatMap((investor) =>
        [250, 100, 250, 500].map((amount) => investor.post(deposit, { amount, promocode: 'TETO' })),
      ),
    );
    const refused = answers.filter((answer) => answer.statusCode !== 201);
    expect(new Set(refused.map((answer) => answer.json<{ code: string }>().code))).toEqual(
      new Set(['promocode_spent']),
    );
    const invested = answers
      .filter(({ statusCode }) => statusCode === 201)
      .map((each) => each.json<Investment>().Amount);
    const promised = invested.reduce((total, amount) => total + amount * 0.05, 0);
    const { promised: counted } = (await readPromocode(world.db, 'TETO')) as Promocode;
    expect([counted, promised > 75 && promised <= 100]).toEqual([usd(String(promised)), true]);
  });

  test('[V3] [L14] what a deposit gives back may be promised to another', async () => {
    await makeCode(world, 'DEVOLVE', { points: '5', most: '5' });
    const poor = await vaultInvestor(world, '99');
    expect((await poor.post(deposit, { amount: 100, promocode: 'DEVOLVE' })).statusCode).toBe(422);
    expect(await opened(await vaultInvestor(world, '100'), 100, 'DEVOLVE')).toMatchObject({ Rate: 35 });
    const [{ promised } = {}] = await world.db.query<{ promised: bigint }>(
      `SELECT promised FROM promocodes WHERE code = 'DEVOLVE'`,
    );
    expect(promised).toBe(usd('5'));
    const late = await (await vaultInvestor(world, '100')).post(deposit, { amount: 100, promocode: 'DEVOLVE' });
    expect(late.json<{ code: string }>().code).toBe('promocode_spent');
  });

  test('[V3] a deposit refused for another reason consumes no use', async () => {
    await makeCode(world, 'LIVRE', { uses: 1 });
    const poor = await vaultInvestor(world, '99');
    expect((await poor.post(deposit, { amount: 100, promocode: 'LIVRE' })).json<{ code: string }>().code).toBe(
      'insufficient_balance',
    );
    const stranger = await world.investor({ balance: '100' });
    expect((await stranger.post(deposit, { amount: 100, promocode: 'LIVRE' })).statusCode).toBe(403);
    expect(await usesOf(world, 'LIVRE')).toBe(0);
    expect(await opened(await vaultInvestor(world, '100'), 100, 'LIVRE')).toMatchObject({ Promocode: 'LIVRE' });
  });

  test('[V3] customers who cannot pay take no uses from those who can', async () => {
    await makeCode(world, 'CINCO', { uses: 5 });
    const investors = await Promise.all(
      Array.from({ length: 40 }, (_, n) => vaultInvestor(world, n % 4 === 0 ? '100' : '1')),
    );
    const answers = await Promise.all(
      investors.map((investor) => investor.post(deposit, { amount: 100, promocode: 'CINCO' })),
    );
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(5);
    expect(await usesOf(world, 'CINCO')).toBe(5);
  });

  test('[V3] the same intent sent fifty times uses the code once', async () => {
    await makeCode(world, 'UMA', { uses: 50, perCustomer: 50 });
    const ana = await vaultInvestor(world, '5000');
    const headers = { 'idempotency-key': 'once' };
    await Promise.all(Array.from({ length: 50 }, () => ana.post(deposit, { amount: 100, promocode: 'UMA' }, headers)));
    expect([await usesOf(world, 'UMA'), await ana.balance()]).toEqual([1, 4900]);
  });
});

describe('the limit per customer', () => {
  const wordsOfOwn: Record<string, string> = {
    'pt-BR': 'Cada cliente pode usar o código promocional MEU 1 vez, e você já usou.',
    en: 'Each customer can use the promotional code MEU 1 time, and you already have.',
    es: 'Cada cliente puede usar el código promocional MEU 1 vez, y ya lo usaste.',
    'zh-CN': '每位客户可使用优惠码 MEU 1 次，您的次数已用完。',
    fa: 'هر مشتری می‌تواند از کد تبلیغاتی MEU ۱ بار استفاده کند و شما استفاده کرده‌اید.',
  };

  test('[V3] is one unless the operator sets more, in deposit and quote alike, and independent of other customers', async () => {
    await makeCode(world, 'MEU');
    const ana = await vaultInvestor(world, '1000');
    expect((await ana.get('/api/vault/quote?amount=100&promocode=MEU')).statusCode).toBe(200);
    await opened(ana, 100, 'MEU');
    for (const [language, message] of Object.entries(wordsOfOwn)) {
      const headers = { 'accept-language': language };
      const refused = [
        await ana.post(deposit, { amount: 100, promocode: 'meu' }, headers),
        await ana.get('/api/vault/quote?amount=100&promocode=MEU', headers),
      ];
      const details = { promocode: 'MEU', uses: 1 };
      for (const answer of refused) {
        expect([answer.statusCode, plainBlanks(answer.json())]).toEqual([
          422,
          { code: 'promocode_used_by_you', message, details },
        ]);
      }
    }
    await opened(await vaultInvestor(world, '100'), 100, 'MEU');
    expect([await usesOf(world, 'MEU'), await ana.balance()]).toEqual([2, 900]);
  });

  test('[V3] holds under concurrent deposits', async () => {
    await makeCode(world, 'TRES', { perCustomer: 3 });
    const ana = await vaultInvestor(world, '2000');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ana.post(deposit, { amount: 100, promocode: 'TRES' })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3);
    expect([await usesOf(world, 'TRES'), await ana.balance()]).toEqual([3, 1_700]);
  });
});

describe('the quote', () => {
  test('[V2] [V3] returns the terms of a deposit made now and consumes no use', async () => {
    await makeCode(world, 'COTA', { points: '5', uses: 1 });
    const ana = await world.investor();
    const quote = (await ana.get('/api/vault/quote?amount=1000&promocode=%20cota')).json<Quote>();
    expect(quote).toEqual({ Rate: 35, Points: 5, Amount: 1000, Profit: 350, Days: 180, Promocode: 'COTA' });
    expect(await usesOf(world, 'COTA')).toBe(0);
    expect((await ana.get('/api/vault/quote?amount=1000')).json()).toMatchObject({ Rate: 30, Points: 0, Profit: 300 });
  });

  test('[V2] rejects an amount that the vault does not take, and an invalid one', async () => {
    const ana = await world.investor();
    const codeOf = async (query: string): Promise<string> =>
      (await ana.get(`/api/vault/quote?${query}`)).json<{ code: string }>().code;
    expect(await codeOf('amount=101')).toBe('amount_not_allowed');
    for (const query of ['', 'amount=', 'amount=x', 'amount=-1', 'amount=1.001', 'amount=1&amount=2']) {
      expect([query, await codeOf(query)]).toEqual([query, 'invalid_amount']);
    }
  });
});
