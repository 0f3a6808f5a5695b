import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StatementLine } from '#history/contract.ts';
import { shownAmountOf } from '#history/shown-line.ts';
import { type CustomerAccount, customerAccounts } from '#ledger/journal.ts';
import { fromJsonNumber, type Micros, micros, sum, toDecimal } from '#money/money.ts';
import { wholeCents } from '#money/shown.ts';
import { usdWriter } from '#money/write-usd.ts';
import { type Language, languages } from '#platform/languages.ts';
import type { WalletWorld } from '#testing/server/wallet-world.ts';
import type { TestInvestor } from '#testing/server/world.ts';
import type { AccountYear } from '../contract.ts';
import { liveYears, openYearsWorld } from './testing/lived-years.ts';
import { readPdf, tidy } from './testing/read-pdf.ts';
import { type CsvLine, readYearCsv } from './testing/read-year-csv.ts';

const years = [2026, 2027];
/** The first instant of a year in the house's zone, which has no summer time. */
const startOf = (year: number): number => Date.UTC(year, 0, 1, 3);
const isOf = (year: number, at: Date): boolean => at.getTime() >= startOf(year) && at.getTime() < startOf(year + 1);
let world: WalletWorld;
let ana: TestInvestor;
let bia: TestInvestor;

beforeAll(async () => {
  world = await openYearsWorld();
  [ana, bia] = (await liveYears(world, 20_261_231)) as [TestInvestor, TestInvestor];
}, 240_000);
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const inEnglish = { 'accept-language': 'en' };

async function readCsv(who: TestInvestor, year: number): Promise<CsvLine[]> {
  const answer = await who.get(`/api/statement/${year}.csv`, inEnglish);
  expect(answer.statusCode).toBe(200);
  return readYearCsv(answer.body);
}

interface Moved {
  number: bigint;
  leg: number;
  kind: string;
  from_account: string;
  to_account: string;
  amount: bigint;
  happened_at: Date;
}

/** All entries of a customer, read directly from the books. */
function entriesOf(who: TestInvestor): Promise<Moved[]> {
  return world.db.query<Moved>('SELECT * FROM ledger.entries WHERE owner = $1 ORDER BY number, leg', [who.id]);
}

function changeOf(account: CustomerAccount, entries: readonly Moved[]): Micros {
  const signed = ({ from_account, to_account, amount }: Moved): Micros =>
    micros((to_account === account ? amount : 0n) - (from_account === account ? amount : 0n));
  return sum(entries.map(signed));
}

const names: Record<CustomerAccount, string> = {
  balance: 'Balance',
  held: 'Held for withdrawal',
  invested: 'Invested',
  promised: 'Profit set aside',
  zord: 'Zord wallet',
};

describe('the yearly statement', () => {
  test('[G6] opens with the previous year’s closing, and its lines lead every account to what the books hold', async () => {
    for (const who of [ana, bia]) {
      const all = await entriesOf(who);
      for (const year of years) {
        const [start, end] = [startOf(year), startOf(year + 1)];
        const before = all.filter(({ happened_at }) => happened_at.getTime() < start);
        const upTo = all.filter(({ happened_at }) => happened_at.getTime() < end);
        const movements = (await readCsv(who, year)).filter(({ section }) => section === 'Movements by account');
        for (const account of customerAccounts) {
          const lines = movements.filter((line) => line.account === names[account]);
          const [opening, closing] = [changeOf(account, before), changeOf(account, upTo)];
          if (lines.length === 0) {
            expect([account, year, opening, closing]).toEqual([account, year, 0n, 0n]);
            continue;
          }
          expect([account, year, lines[0]?.amount, lines.at(-1)?.amount]).toEqual([account, year, opening, closing]);
          const moved = sum(lines.slice(1, -1).map(({ amount }) => amount as Micros));
          expect(toDecimal(micros(opening + moved))).toBe(toDecimal(closing));
        }
      }
      const now = await world.db.query<Record<CustomerAccount, bigint>>(
        'SELECT * FROM ledger.accounts WHERE owner = $1',
        [who.id],
      );
      for (const account of customerAccounts) expect(changeOf(account, all)).toBe(now[0]?.[account]);
    }
  });

  test('[G6] counts each entry of the year once per account touched, between the first and last that it names', async () => {
    for (const who of [ana, bia]) {
      const all = await entriesOf(who);
      let told = 0;
      for (const year of years) {
        const ofYear = all.filter(({ happened_at }) => isOf(year, happened_at));
        const sides = ofYear.flatMap(({ from_account, to_account }) =>
          [from_account, to_account].filter((each) => customerAccounts.some((own) => own === each)),
        );
        const movements = (await readCsv(who, year)).filter(({ section }) => section === 'Movements by account');
        const counted = movements.reduce((count, { entries }) => count + entries, 0);
        expect([year, counted]).toEqual([year, sides.length]);
        told += counted;
        const places = new Set(ofYear.map(({ number, leg }) => `${number}-${leg}`));
        for (const { entries, first, last } of movements.filter((line) => line.entries > 0)) {
          expect([first, last].map((id) => places.has(id))).toEqual([true, true]);
          expect(entries === 1).toBe(first === last);
        }
      }
      expect(told).toBeGreaterThan(80);
    }
  });

  test('[G6] shows for each product what its positions opened with, returned, won, lost and were charged', async () => {
    const products = { stake: 'Stake', copytrade: 'Copytrade', primevault: 'PrimeVault', primezord: 'Primezord' };
    const seen = new Set<string>();
    for (const who of [ana, bia])
      for (const year of years) {
        const csv = await readCsv(who, year);
        for (const [product, name] of Object.entries(products)) {
          const lines = csv.filter(({ section, account }) => section === 'Product results' && account === name);
          const of = (what: string): bigint => lines.find((line) => line.what === what)?.amount ?? 0n;
          const [row] = await world.db.query<Record<'opened' | 'back' | 'profit' | 'loss' | 'fee', bigint>>(
            `WITH p AS (SELECT *, extract(year FROM started_at AT TIME ZONE 'America/Sao_Paulo') = $3 AS is_opened,
                extract(year FROM closed_at AT TIME ZONE 'America/Sao_Paulo') = $3 AS is_closed FROM positions WHERE customer_id = $1 AND product = $2)
             SELECT coalesce(sum(amount) FILTER (WHERE is_opened), 0)::bigint AS opened,
               coalesce(sum(CASE state WHEN 'canceled' THEN amount * 6 / 10 ELSE amount + least(coalesce(result, 0), 0) END)
                 FILTER (WHERE is_closed), 0)::bigint AS back,
               coalesce(sum(promised + greatest(coalesce(result, 0), 0)) FILTER (WHERE is_closed AND state = 'ended'), 0)::bigint AS profit,
               coalesce(sum(least(result, 0)) FILTER (WHERE is_closed), 0)::bigint AS loss,
               -coalesce(sum(amount * 4 / 10) FILTER (WHERE is_closed AND state = 'canceled'), 0)::bigint AS fee FROM p`,
            [who.id, product, year],
          );
          const told = { opened: of('Invested'), back: of('Returned'), profit: of('Profit'), loss: of('Loss') };
          expect([name, year, { ...told, fee: of('Fee for leaving early') }]).toEqual([name, year, row]);
          expect(of('Result')).toBe(told.profit + told.loss + of('Fee for leaving early'));
          for (const { what } of lines) seen.add(`${name} ${what}`);
        }
      }
    for (const what of [
      'Stake Fee for leaving early',
      'Copytrade Loss',
      'Copytrade Profit',
      'PrimeVault Profit',
      'Primezord Result',
    ])
      expect([what, seen.has(what)]).toEqual([what, true]);
  });

  test('[G6] shows what was brought and withdrawn by currency, with rates and fees, and what the network paid', async () => {
    const csv = await readCsv(ana, 2026);
    const settled = await world.db.query<{ direction: string; currency: string; usd: bigint; fee: bigint }>(
      `SELECT direction, currency, sum(amount - fee)::bigint AS usd, sum(fee)::bigint AS fee FROM broker_transfers
       WHERE customer_id = $1 AND state = 'settled' GROUP BY direction, currency`,
      [ana.id],
    );
    expect(settled).toHaveLength(4);
    const of = (what: string): bigint => csv.find((line) => line.what === what)?.amount ?? 0n;
    for (const { direction, currency, usd, fee } of settled) {
      const [word, sign] = direction === 'deposit' ? ['Brought', 1n] : ['Withdrawn', -1n];
      expect([direction, of(`${word} in ${currency.toUpperCase()}`)]).toEqual([direction, sign * usd]);
      if (direction === 'withdrawal') expect(of(`Fee on withdrawals in ${currency.toUpperCase()}`)).toBe(-fee);
    }
    expect(csv.find(({ what }) => what === 'Brought in BRL')?.detail).toMatch(/^R\$\d+\.\d\d · rate R\$5\.\d+$/);
    const awards = await world.db.query<{ kind: string; value: bigint }>(
      `SELECT kind, sum(value)::bigint AS value FROM network_awards WHERE beneficiary_id = $1 AND paid_at < '2027-01-01 03:00Z' GROUP BY kind`,
      [ana.id],
    );
    expect(awards.length).toBe(2);
    for (const { kind, value } of awards) expect(of(kind === 'bonus' ? 'Bonus' : 'Residual')).toBe(value);
    expect(of('Total fees')).toBe(
      -sum(
        (await entriesOf(ana))
          .filter((e) => e.to_account === 'fees' && isOf(2026, e.happened_at))
          .map((e) => micros(e.amount)),
      ),
    );
  });

  test('[G6] [L7] shows cents that add up and match the statement’s own lines', async () => {
    const lines: StatementLine[] = [];
    let url: string | undefined = '/api/statement?limit=500';
    while (url) {
      const answer = await ana.get(url);
      lines.push(...answer.json<StatementLine[]>());
      url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
    }
    const usd = usdWriter('en');
    for (const year of years) {
      const ofYear = lines
        .filter(({ Date: at }) => isOf(year, new Date(at)))
        .map((line) => fromJsonNumber(shownAmountOf(line)));
      const inward = sum(ofYear.filter((amount) => amount > 0n));
      const outward = sum(ofYear.filter((amount) => amount < 0n));
      const movements = (await readCsv(ana, year)).filter(({ account }) => account === 'Balance');
      const [opening, closing] = [movements[0], movements.at(-1)].map((line) => wholeCents(line?.amount as Micros)) as [
        Micros,
        Micros,
      ];
      expect(micros(opening + inward + outward)).toBe(closing);
      const { pages } = await readPdf((await ana.get(`/api/statement/${year}.pdf`, inEnglish)).rawPayload);
      expect(pages[0]).toContain(`Balance ${usd(opening)} ${usd(inward, true)} ${usd(outward, true)} ${usd(closing)}`);
    }
  });

  test('[G6] [B7] is a document in each language with its figures as text, its title, its structure and the chain’s last hash', async () => {
    const csv = await readCsv(ana, 2026);
    const closing = csv.findLast(({ account }) => account === 'Balance')?.amount as Micros;
    const [last] = await world.db.query<{ hash: string }>(
      `SELECT encode(hash, 'hex') AS hash FROM ledger.journals WHERE owner = $1 AND happened_at < '2027-01-01 03:00Z' ORDER BY number DESC LIMIT 1`,
      [ana.id],
    );
    const titles: Record<Language, string> = {
      'pt-BR': 'Extrato anual de 2026',
      en: 'Yearly statement 2026',
      es: 'Estado de cuenta anual 2026',
      'zh-CN': '2026 年度对账单',
      fa: 'صورت‌حساب سالانهٔ ۲۰۲۶ میلادی',
    };
    for (const language of languages) {
      const answer = await ana.get('/api/statement/2026.pdf', { 'accept-language': language });
      expect([language, answer.statusCode, answer.headers['content-type']]).toEqual([language, 200, 'application/pdf']);
      expect(answer.headers['cache-control']).toBe('private, no-store');
      expect(answer.rawPayload.length).toBeLessThan(400_000);
      const pdf = await readPdf(answer.rawPayload);
      const text = pdf.pages.join(' ');
      expect([language, pdf.title, pdf.language]).toEqual([language, titles[language], language]);
      expect(text).toContain(last?.hash);
      expect(text).toContain(ana.email);
      expect([language, digitsOf(text).includes(digitsOf(tidy(usdWriter(language)(closing))))]).toEqual([
        language,
        true,
      ]);
      for (const role of ['H1', 'H2', 'H3', 'Table', 'TH', 'TD', 'Link'])
        expect([language, role, pdf.roles.has(role)]).toEqual([language, role, true]);
      expect(pdf.links[0]).toMatch(/\/history\?tab=statement&receipt=\d+-\d$/);
      const receipt = pdf.links[0]?.split('receipt=')[1];
      expect((await ana.get(`/api/statement/${receipt}`)).statusCode).toBe(200);
    }
  });

  test('[G6] is byte-identical for the same figures, and marked while the year is not over', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => ana.get('/api/statement/2026.pdf', inEnglish)));
    expect(one?.statusCode).toBe(200);
    expect(one?.rawPayload.equals(other?.rawPayload ?? Buffer.alloc(0))).toBe(true);
    const [whole, begun] = await Promise.all(
      years.map(
        async (year) => (await readPdf((await ana.get(`/api/statement/${year}.pdf`, inEnglish)).rawPayload)).pages[0],
      ),
    );
    expect(whole).not.toContain('Until');
    expect(begun).toContain(
      `Until ${tidy(new Intl.DateTimeFormat('en', { timeZone: 'America/Sao_Paulo', dateStyle: 'long' }).format(world.now))}`,
    );
    expect((await ana.get('/api/statement/years')).json<AccountYear[]>()).toEqual([
      { Year: 2027, Until: world.now.toISOString() },
      { Year: 2026, Until: null },
    ]);
  });
});

describe('access', () => {
  const paths = ['/api/statement/years', '/api/statement/2026.pdf', '/api/statement/2026.csv'];

  test('[G6] each customer gets only their own, and nobody any without a token', async () => {
    for (const url of paths) {
      expect([url, (await world.ask({ method: 'GET', url })).statusCode]).toEqual([url, 401]);
      const inAddress = await world.ask({ method: 'GET', url: `${url}?token=${ana.token}&authorization=${ana.token}` });
      expect([url, inAddress.statusCode]).toEqual([url, 401]);
    }
    const carla = await world.investor({ name: '=cmd|calc' });
    const csv = await carla.get('/api/statement/2027.csv', inEnglish);
    expect([csv.statusCode, csv.body.includes(ana.email), csv.body.includes(carla.email)]).toEqual([200, false, true]);
    expect(readYearCsv(csv.body).filter(({ amount }) => amount !== null)).toEqual([]);
    // A customer's name is not run as a formula by a spreadsheet, nor treated as markup on paper.
    expect(csv.body).toContain(`,"'=cmd|calc",`);
    const pdf = await carla.get('/api/statement/2027.pdf', inEnglish);
    const text = (await readPdf(pdf.rawPayload)).pages.join(' ');
    expect(text).toContain('=cmd|calc');
    expect(text).toContain('there is no code yet');
  });

  test('[G6] does not exist for a year before the customer or after this one, nor for a malformed year', async () => {
    for (const format of ['pdf', 'csv']) {
      for (const year of ['0000', '1999', '2025', '2028', '9999'])
        expect([year, (await ana.get(`/api/statement/${year}.${format}`)).statusCode]).toEqual([year, 404]);
      for (const year of ['20x6', '20260', '202', '-2026', '2026.0', '%D9%A2%D9%A0%D9%A2%D9%A6', '9'.repeat(900)])
        expect([year, (await ana.get(`/api/statement/${year}.${format}`)).statusCode]).toEqual([year, 422]);
      expect((await ana.get(`/api/statement/2026.${format}?decimal=x`)).statusCode).toBe(422);
    }
    expect((await ana.get('/api/statement/2026.xlsx')).statusCode).toBe(404);
  });

  test('[G6] has a file name in the customer’s language', async () => {
    const called = {
      'pt-BR': 'lastro-extrato-anual-2026.csv',
      'zh-CN': 'lastro-年度对账单-2026.csv',
      fa: 'lastro-صورتحساب-سالانه-2026.csv',
    };
    for (const [language, name] of Object.entries(called)) {
      const { headers } = await ana.get('/api/statement/2026.csv', { 'accept-language': language });
      expect(headers['content-disposition']).toBe(
        `attachment; filename="lastro-yearly-statement-2026.csv"; filename*=UTF-8''${encodeURIComponent(name)}`,
      );
    }
  });

  test('[G6] [L9] concurrent requests of one customer are limited (429), and another customer is answered', async () => {
    const asked = Array.from({ length: 8 }, () => ana.get('/api/statement/2026.pdf'));
    const other = await bia.get('/api/statement/2026.pdf');
    const answers = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
    expect(other.statusCode).toBe(200);
    expect(answers.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(answers.filter((status) => status !== 200)).toEqual(answers.filter((status) => status === 429));
    expect(answers).toContain(429);
  });
});

/** Numbers in any digits, without the surrounding text. */
function digitsOf(text: string): string {
  return text.replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0)).replace(/[^\d٫.,٬]/g, ' ');
}
