import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { show } from '#testing/web/show.tsx';
import { loadTexts } from '../load-texts.ts';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import { Refused, Said } from './command-dialog.tsx';
import { Sentence } from './sentence.tsx';
import type { Part } from '#commands/kinds.ts';
import type { Role } from '#staff/roles.ts';
import type { Me } from '../queries.ts';
import { MeProvider } from '../use-me.ts';

const line = 'The command’s own line.';

const shownTo = async (role: Role, node: ReactNode): Promise<HTMLElement> => {
  const page = await show(<MeProvider value={{ Role: role } as Me}>{node}</MeProvider>, { load: loadTexts });
  await expect.poll(() => page.container.innerText).not.toBe('');
  return page.container;
};

const hrefsIn = (shownAt: HTMLElement) => [...shownAt.querySelectorAll('a')].map((link) => link.getAttribute('href'));

test('[R7] a declared command’s sentence shows each value as its kind: money, customer, setting, value, text', async () => {
  const id = 'f7d33758-58c7-43ef-89ed-48d61f4f4c3b';
  const parts: Part[] = [
    { Kind: 'words', Value: 'Pagar ', Name: null },
    { Kind: 'money', Value: '6000.00', Name: null },
    { Kind: 'words', Value: ' a ', Name: null },
    { Kind: 'customer', Value: id, Name: 'Ana' },
    { Kind: 'words', Value: ': ', Name: null },
    { Kind: 'setting', Value: 'primevault.days', Name: null },
    { Kind: 'words', Value: ' ', Name: null },
    { Kind: 'value', Value: '90', Name: 'days' },
    { Kind: 'words', Value: ' ', Name: null },
    { Kind: 'text', Value: '<b>', Name: null },
    { Kind: 'value', Value: '–', Name: null },
  ];
  const result = { Lines: [line], Json: { outcome: 'approved' }, Said: parts, Findings: null };
  const read = await shownTo('payments', <Said result={result} />);
  const text = read.innerText.replaceAll(/\s+/g, ' ');
  expect(text).toBe('Pagar US$ 6.000,00 a Ana: PrimeVault: Prazo 90 dias <b>–');
  // What was just done leads nowhere, so that the next stop of the keyboard is the way out.
  expect(hrefsIn(read)).toEqual([]);
  expect(hrefsIn(await shownTo('payments', <Sentence parts={parts} />))).toEqual([`/customers/${id}`, '/offers']);
  expect(hrefsIn(await shownTo('admin', <Sentence parts={parts} />))).toEqual(['/offers']);
  expect(text).not.toContain(line);
});

type Found = { Rule: string; Count: number; Places: Part[][] }[] | null;
const shown = async (
  json: unknown,
  said: Part[] | null = null,
  lines = [line],
  found: Found = null,
): Promise<string> => {
  const result = { Lines: lines, Json: json, Said: said, Findings: found };
  return (await shownTo('auditor', <Said result={result} />)).innerText.replaceAll(/\n+/g, '\n');
};

test('[R6] [R7] what only shows something is shown line by line; of an audit, each rule that does not hold and where, below its outcome', async () => {
  expect(await shown({ code: 'too_little' })).toBe(line);
  const said: Part[] = [{ Kind: 'words', Value: 'Os livros não fecham.', Name: null }];
  const Places: Part[][] = [[{ Kind: 'words', Value: 'saque ', Name: null }]];
  const text = await shown({}, said, [line, 'broken: a rule'], [{ Rule: 'todo saque é um saque', Count: 12, Places }]);
  expect(text).toMatch(/^Os livros não fecham\.[^]*todo saque é um saque[^]*12[^]*saque[^]*e mais 11$/);
  expect(text).not.toContain('broken');
});

const refusedFor = async (error: ApiRefusal): Promise<string> => {
  const page = await show(<Refused error={error} />, { load: loadTexts });
  await expect.poll(() => page.container.innerText).not.toBe('');
  return page.container.innerText;
};

test('[R7] a refusal in the reader’s language stands alone', async () => {
  const said = new ApiRefusal('refused', 'Não há um saque.', 409, { reason: 'too_little', language: 'pt-BR' });
  expect(await refusedFor(said)).toBe('Não há um saque.');
});
