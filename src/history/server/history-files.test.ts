import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import { type CopytradeWorld, openCopytradeWorld } from '#testing/server/copytrade-world.ts';
import { importLines, line } from '#testing/server/import-lines.ts';
import type { Language } from '#platform/languages.ts';
import { filePath } from '../contract.ts';
import { type HistoryTab, historyTabs } from '../tabs.ts';

let world: CopytradeWorld;
let ana: TestInvestor;

beforeAll(async () => {
  world = await openCopytradeWorld();
  ana = await world.investor({ balance: '2000', isEmailConfirmed: true, name: '=cmd|calc' });
  const bia = await world.investor({ balance: '500', broughtBy: ana, name: '=HYPERLINK("http://x")' });
  await bia.post('/api/stake', { amount: 100, time_stake: 30 });
  await ana.post('/api/stake', { amount: 100, time_stake: 30 });
  await ana.post('/api/copytrade', { amount: 100 });
  await ana.post('/api/vault/subscribe', { terms: true });
  await ana.post('/api/vault/deposit', { amount: 250 });
  await ana.post('/api/bot/subscribe', {});
  await ana.post('/api/bot/deposit', { amount: 100 });
  await ana.post('/api/bot/invest', { amount: 50 });
  await ana.post('/api/deposit', { amount: 30, user: ana.id, currency: 'usdt' });
  await ana.post('/api/withdraw', { amount: 20, user: ana.id, currency: 'usdt' });
  const made = { now: world.now, source: 'sandbox' } as const;
  await importLines(world.db, [line(world.now, '1.25', 'made-up')], made);
  world.forward(2);
  await world.operation('-0.5', 0, '-SUM(A1)');
  world.forward(40);
  await world.settle();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

async function read(tab: HistoryTab, query = '', language: Language = 'pt-BR', by = ana): Promise<string[]> {
  const file = await by.get(`${filePath(tab)}?${query}`, { 'accept-language': language });
  expect([tab, file.statusCode, file.headers['content-type']]).toEqual([tab, 200, 'text/csv; charset=utf-8']);
  expect(file.headers['content-disposition']).toMatch(
    /^attachment; filename="lastro-[\w-]+\.csv"; filename\*=UTF-8''lastro-\S+\.csv$/,
  );
  return file.body.trimEnd().split('\r\n');
}

test.each([
  ['pt-BR', 'operations', '', 'lastro-operations', 'lastro-operações'],
  [
    'es',
    'statement',
    'start=2026-03-01&end=2026-04-01',
    'lastro-statement-2026-03-01-2026-03-31',
    'lastro-estado-de-cuenta-2026-03-01-2026-03-31',
  ],
  ['zh-CN', 'withdrawals', 'start=2026-03-01T03:00:00Z', 'lastro-withdrawals', 'lastro-提现'],
  ['fa', 'statement', '', 'lastro-statement', 'lastro-صورت-حساب'],
] as const)(
  '[H4] in %s the file of %s over %s is saved as %s, and in its own script as %s',
  async (language, tab, query, plain, own) => {
    const file = await ana.get(`${filePath(tab)}?${query}`, { 'accept-language': language });
    expect(file.headers['content-disposition']).toBe(
      `attachment; filename="${plain}.csv"; filename*=UTF-8''${encodeURIComponent(own)}.csv`,
    );
  },
);

const lists: Record<HistoryTab, string> = {
  copytrade: '/api/copytrade',
  stakes: '/api/stakes',
  operations: '/api/report',
  vault: '/api/vault/investments',
  primezord: '/api/bot/investments',
  deposits: '/api/transfers?direction=deposit',
  withdrawals: '/report/5',
  bonus: '/report/2',
  residual: '/report/4',
  statement: '/api/statement',
};

const withQuery = (list: string, query: string): string => `${list}${list.includes('?') ? '&' : '?'}${query}`;

describe('a history as a file', () => {
  test('[H4] has the columns of its tab, in words, with the units of its figures', async () => {
    const titles: [HistoryTab, string | undefined][] = [];
    for (const tab of historyTabs) titles.push([tab, (await read(tab))[0]]);
    const position = '\uFEFFData (UTC);Status;Valor investido (USD);Lucro gerado (USD);Progresso (%);Referência';
    const award = '\uFEFFData (UTC);Descrição;Origem;Referência;Total (USD);Percentual (%);Valor (USD);Observações';
    expect(Object.fromEntries(titles)).toEqual({
      copytrade: position,
      stakes: position,
      primezord: position,
      vault: position,
      operations: '\uFEFFData (UTC);Abertura (UTC);Ativo;Par;Produto;Rendimento (%);Lucro gerado (USD);Observações',
      deposits: '\uFEFFData (UTC);Status;Valor (USD);Saiu da corretora;Moeda;Observações',
      withdrawals: '\uFEFFData (UTC);Status;Valor (USD);Taxa (USD);A receber;Moeda;Observações',
      bonus: award,
      residual: award,
      statement: '\uFEFFData (UTC);Descrição;Referência;Valor (USD);Saldo (USD)',
    });
  });

  test('[H4] has a row for each row of the screen, with the same filters', async () => {
    for (const tab of historyTabs) {
      for (const span of ['', 'start=2026-03-02&end=2026-03-03', 'start=2026-03-03', 'end=2026-03-02']) {
        const shown = (await ana.get(withQuery(lists[tab], span))).json<unknown[]>().length;
        expect([tab, span, (await read(tab, span)).length - 1]).toEqual([tab, span, shown]);
      }
    }
    expect(await read('operations', 'asset=Forex')).toHaveLength(2);
    expect(await read('vault', 'status=expired')).toHaveLength(1);
    expect(await read('vault', 'min=250&max=250')).toHaveLength(2);
    expect(await read('vault', 'min=251')).toHaveLength(1);
  });

  test('[H4] is written as the language’s spreadsheets read it, in the reader’s time zone', async () => {
    const zone = 'tz=America/Sao_Paulo';
    const newest = async (language: Language) =>
      (await read('stakes', zone, language))[1]?.replace(/[0-9a-f-]{36}/, 'id');
    expect(await newest('pt-BR')).toBe('02/03/2026 09:00:00;Finalizada;100,00;10,00;100;id');
    expect(await newest('es')).toBe('02/03/2026 09:00:00;Finalizado;100,00;10,00;100;id');
    expect(await newest('en')).toBe('2026-03-02 09:00:00,Finished,100.00,10.00,100,id');
    expect(await newest('zh-CN')).toBe('2026/03/02 09:00:00,已完成,100.00,10.00,100,id');
    expect(await newest('fa')).toBe('2026-03-02 09:00:00,پایان‌یافته,100.00,10.00,100,id');
    expect((await read('stakes', `${zone}&decimal=point`))[1]).toMatch(/,100\.00,10\.00,100,/);
  });

  test('[H4] writes operations, deposits and withdrawals to their last digit', async () => {
    expect((await read('operations', '', 'en')).slice(1)).toEqual([
      `2026-03-04 12:00:00,2026-03-04 12:00:00,"'-SUM(A1)",EUR/USD,Copytrade,-0.5,-0.50,`,
      '2026-03-02 12:00:00,2026-03-02 12:00:00,Forex,EUR/USD,Copytrade,1.25,1.25,sandbox',
    ]);
    expect((await read('deposits', '', 'pt-BR'))[1]).toBe(
      '02/03/2026 12:00:00;Em andamento;30,00;30;USDT;Aguardando a confirmação da corretora.',
    );
    expect((await read('withdrawals', '', 'pt-BR'))[1]).toBe(
      '02/03/2026 12:00:00;Em andamento;20,00;0,40;19,6;USDT;Aguardando a confirmação da corretora.',
    );
  });

  test('[H1] is empty for a span that ends before it starts, and so is the list', async () => {
    const days = 'start=2026-04-01&end=2026-03-01';
    for (const list of [...Object.values(lists), '/api/transfers', '/api/equity']) {
      const none = await ana.get(withQuery(list, days));
      expect([list, none.statusCode, none.json()]).toEqual([list, 200, []]);
    }
    for (const tab of historyTabs) {
      const { statusCode, body } = await ana.get(`${filePath(tab)}?${days}`);
      expect([tab, statusCode, body.trimEnd().split('\r\n').length]).toEqual([tab, 200, 1]);
    }
  });

  test('[H4] never runs a customer’s name as a formula', async () => {
    const [, bonus] = await read('bonus', '', 'en');
    expect(bonus).toContain(`,"'=HYPERLINK(""http://x"")",`);
    expect((await read('residual', '', 'en')).length).toBe(2);
  });

  test('[H4] needs a token, shows a stranger nothing, and refuses invalid queries', async () => {
    const carla = await world.investor();
    for (const tab of historyTabs) {
      const path = filePath(tab);
      expect([tab, (await world.ask({ method: 'GET', url: path })).statusCode]).toEqual([tab, 401]);
      const stranger = await carla.get(path);
      if (tab === 'primezord') expect([stranger.statusCode, stranger.json().code]).toEqual([403, 'bot_required']);
      else expect([tab, stranger.body.trimEnd().split('\r\n')]).toEqual([tab, [expect.any(String)]]);
      for (const query of ['start=yesterday', 'tz=Mars', 'decimal=x', 'asset=', 'min=-1', 'status=x']) {
        expect([tab, query, (await ana.get(`${path}?${query}`)).statusCode]).toEqual([tab, query, 422]);
      }
    }
  });
});
