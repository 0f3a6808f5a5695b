import { expect, test } from 'vitest';
import { rulesOf } from '#ledger/server/audit-books.ts';
import { allInvariants } from '#operator/server/all-invariants.ts';
import { languages } from '#platform/languages.ts';
import en from '#console/messages/rules/en.json' with { type: 'json' };
import { sayFindings, sayRule } from './say-findings.ts';

const rules = rulesOf(allInvariants);
const book = 'the brokerage’s own book equals our clearing account, item by item';

test('[R7] every rule of the books has words in every language, and nothing else has', () => {
  for (const language of languages.filter((each) => each !== 'en')) {
    expect(rules.filter((rule) => sayRule(rule, language) === rule)).toEqual([]);
    expect(new Set(rules.map((rule) => sayRule(rule, language))).size).toBe(rules.length);
  }
  const known = new Set([...rules, book, 'what stands behind {kind} is exactly what it moved']);
  expect(Object.entries(en.rules).filter(([rule, said]) => rule !== said || !known.has(rule))).toEqual([]);
});

test('[R7] a place is named by its kind, with the id that leads there; a rule of a later release stays as it is declared', () => {
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  const findings = [
    { rule: 'of a later release', where: `customer ${id}` },
    { rule: book, where: `transfer ${id}: settled here` },
    { rule: book, where: 'it holds 5' },
  ];
  const broken = [
    { rule: 'of a later release', count: 1 },
    { rule: book, count: 2 },
  ];
  const words = (Value: string) => ({ Kind: 'words', Value, Name: null });
  const part = (Kind: string, Value: string) => ({ Kind, Value, Name: null });
  expect(sayFindings({ findings, broken, most_shown: 100 }, 'pt-BR')).toEqual([
    { Rule: 'of a later release', Count: 1, Places: [[words('cliente '), part('customer', id)]] },
    {
      Rule: 'o livro da própria corretora é igual à nossa conta de compensação, item por item',
      Count: 2,
      Places: [
        [words('transferência '), part('transfer', id), words(' '), part('code', 'settled here')],
        [part('code', 'it holds 5')],
      ],
    },
  ]);
  expect(sayFindings({ outcome: 'set' }, 'pt-BR')).toBeNull();
});
