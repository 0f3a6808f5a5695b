import { createTranslator } from 'use-intl/core';
import en from '#console/messages/en.json' with { type: 'json' };
import es from '#console/messages/es.json' with { type: 'json' };
import fa from '#console/messages/fa.json' with { type: 'json' };
import ptBR from '#console/messages/pt-BR.json' with { type: 'json' };
import zhCN from '#console/messages/zh-CN.json' with { type: 'json' };
import type { sheetJson } from '#operator/server/commands/reports-daily.ts';
import { mailWords } from '#mail/server/mail-words.ts';
import { usd } from '#money/money.ts';
import { usdWriter } from '#money/write-usd.ts';
import { directionOf, type Language, localeOf } from '#platform/languages.ts';
import { asIssued, fontsOf, type Issue, type PrintedYear } from '#yearly-statement/server/print-year.ts';
import { documentWords } from '#yearly-statement/server/document-words.ts';

const words = { 'pt-BR': ptBR, en, es, 'zh-CN': zhCN, fa };

/** A day of the books on paper, in the reader's language, with the figures and the words of its screen. */
export function printDaily(
  sheet: ReturnType<typeof sheetJson>,
  language: Language,
  { brand, isSandbox, at }: Omit<Issue, 'publicUrl'>,
): PrintedYear {
  const locale = localeOf(language);
  const all = createTranslator({ locale, messages: words[language], timeZone: sheet.Zone });
  const paper = documentWords(language);
  const t = (key: keyof typeof ptBR.reports): string => all(`reports.${key}` as 'reports.title');
  const write = usdWriter(locale);
  const money = (amount: number): string => write(usd(String(amount)));
  const count = new Intl.NumberFormat(locale);
  const [day, moment] = (['date', 'time'] as const).map(
    (what) =>
      new Intl.DateTimeFormat(locale, {
        dateStyle: 'long',
        ...(what === 'time' && { timeStyle: 'short' }),
        timeZone: what === 'time' ? sheet.Zone : 'UTC',
      }),
  );
  const row = (label: string, amount: string, entries: number | null = null, detail = '', isTotal = false) => ({
    label,
    detail,
    entries: entries === null ? '' : count.format(entries),
    first: '',
    last: '',
    links: null,
    amount,
    isTotal,
  });
  const reversed = (amount: number): string => (amount > 0 ? `${t('reversed')} ${money(amount)}` : '');
  const { In, Out, Taxes, Breaks, Treasury } = sheet;
  const [primary = '', region = null] = language.split('-');
  return {
    language: primary,
    region: region && region.toLowerCase(),
    isRightToLeft: directionOf(language) === 'rtl',
    fonts: fontsOf(language),
    unprintable: paper('unprintable'),
    brand,
    sandbox: isSandbox ? mailWords(language)('sandbox', { brand }) : null,
    title: all('reports.views.daily'),
    period: day?.format(new Date(`${sheet.Day}T00:00:00Z`)) ?? sheet.Day,
    until: null,
    untilNote: null,
    facts: [
      { label: paper('facts.issued'), value: moment?.format(at) ?? '', isCode: false },
      { label: paper('facts.days'), value: sheet.Zone, isCode: true },
    ],
    overview: {
      title: t('treasury'),
      head: ['', t('opening'), t('funded'), t('drawn'), t('closing')],
      rows: [[t('treasury'), ...[Treasury.Opening, Treasury.Funded, Treasury.Drawn, Treasury.Closing].map(money)]],
    },
    head: [paper('columns.what'), paper('columns.entries'), '', paper('columns.amount')],
    place: '§ ¤',
    sections: [
      {
        title: t('day'),
        tables: [
          {
            title: '',
            rows: [
              row(t('in'), money(In.Amount), In.Deposits, reversed(In.Reversed)),
              row(t('out'), money(Out.Amount), Out.Withdrawals, reversed(Out.Reversed)),
              row(t('fees'), money(sheet.Fees), null, t('feesNote')),
              row(t('awards'), money(sheet.Awards), null, `${t('bonuses')} ${money(sheet.Bonuses)}`),
              ...(Taxes
                ? [
                    row(t('withheld'), money(Taxes.Withheld), null, `${t('withheldPaid')} ${money(Taxes.Paid)}`),
                    row(t('withheldOwed'), money(Taxes.Owed), null, t('withheldOwedNote')),
                  ]
                : []),
              row(t('breaks'), '', Breaks?.Open ?? null, Breaks ? '' : t('notCompared')),
              row(t('owed'), money(sheet.Owed), null, t('owedNote'), true),
            ],
          },
        ],
      },
      {
        title: t('products'),
        tables: sheet.Products.map((each) => ({
          title: all(`treasury.productNames.${each.Product}`),
          rows: [
            row(t('invested'), money(each.Invested), each.Opened),
            row(t('promised'), money(each.Promised)),
            row(t('returned'), money(each.Returned), each.Ended),
            row(t('profit'), money(each.Profit)),
            row(t('leaving'), money(each.Fees)),
          ],
        })),
      },
      {
        title: t('accounts'),
        tables: [
          {
            title: '',
            rows: sheet.Accounts.map(({ Account, Closing }) =>
              row(all(`ledger.accounts.${Account as 'treasury'}`), money(Closing)),
            ),
          },
        ],
      },
    ],
    none: '',
    fingerprint: null,
    notes: (['in', 'out', 'fees', 'awards', 'owed'] as const).map((name) =>
      all('named', { what: t(name), text: all(`reports.why.${name}`) }),
    ),
    page: paper('page', { page: '§', pages: '¤' }),
    digits: Array.from({ length: 10 }, (_, digit) => count.format(digit)),
    issued: asIssued(at),
  };
}
