import { expect, test } from 'vitest';
import { show } from '#testing/web/show.tsx';
import { loadTexts } from '../load-texts.ts';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import { Refused, Said } from './command-dialog.tsx';
import type { Asked } from './use-refusal-words.ts';

const line = 'The command’s own line.';
const audit = { findings: [], broken: [], most_shown: 20, compared: true, comparison: 'x' };

const shown = async (command: string, json: unknown, language: 'en' | 'pt-BR' = 'pt-BR'): Promise<string> => {
  const result = { Lines: [line], Json: json };
  const page = await show(<Said command={command} words={[]} result={result} />, { language, load: loadTexts });
  await expect.poll(() => page.container.innerText).not.toBe('');
  return page.container.innerText.replaceAll('\u00a0', ' ');
};

test.each([
  ['books audit', audit, 'Os livros fecham, e o livro da corretora confere.'],
  ['settings set', { key: 'primevault.days', value: 90 }, '“PrimeVault: Prazo” agora é 90.'],
  [
    'treasury fund',
    { funded: 10, treasury: 1010.5 },
    'Colocado na tesouraria: US$ 10,00. Resta para prometer: US$ 1.010,50.',
  ],
  ['treasury draw', { drawn: 10, treasury: 0 }, 'Retirado da tesouraria: US$ 10,00. Resta para prometer: US$ 0,00.'],
  ['taxes pay', { paid: 2, owed: 1 }, 'Pago ao fisco: US$ 2,00. Ainda a pagar: US$ 1,00.'],
  ['taxes return', { returned: 2, owed: 3 }, 'Devolvido pelo fisco: US$ 2,00. A pagar agora: US$ 3,00.'],
])('[R6] the outcome of %s is shown in the reader’s language', async (command, json, words) => {
  expect(await shown(command, json)).toContain(words);
  expect(await shown(command, json, 'en')).not.toContain(line);
});

test.each([
  ['books audit', { ...audit, findings: [{ rule: 'a rule', where: 'x' }] }],
  ['books audit', { ...audit, compared: false }],
  ['books audit', { ...audit, source: 'replica', behindSeconds: 3 }],
  ['treasury fund', { code: 'too_little' }],
  ['treasury fund', null],
  ['customer note', { funded: 10, treasury: 10 }],
])('[R6] the outcome of %s with %j is shown in the command’s own line', async (command, json) => {
  expect(await shown(command, json)).toBe(line);
});

const refusedFor = async (error: ApiRefusal, language: 'en' | 'pt-BR', asked?: Asked): Promise<string> => {
  const page = await show(<Refused error={error} {...(asked && { asked })} />, { language, load: loadTexts });
  await expect.poll(() => page.container.innerText).not.toBe('');
  return page.container.innerText;
};

test('[R6] a refusal is shown in the reader’s language, with the command’s own line beside it', async () => {
  const over = new ApiRefusal('refused', line, 409, { reason: 'too_little', sentence: line });
  expect(await refusedFor(over, 'pt-BR')).toBe(`Não há tanto.\n${line}`);
  expect(await refusedFor(over, 'en')).toBe(`The amount is more than is available.\n${line}`);
  const typed = new ApiRefusal('mistyped', line, 422, { sentence: line });
  expect(await refusedFor(typed, 'pt-BR')).toBe(`Algo não foi escrito como se espera.\n${line}`);
  expect(await shown('treasury draw', { code: 'refused', reason: 'too_little' })).toBe(`Não há tanto.\n${line}`);
});

test('[R6] a refusal without a translation in the console shows only the answer itself', async () => {
  for (const reason of ['of_a_later_release', ''])
    expect(await refusedFor(new ApiRefusal('refused', line, 409, { reason }), 'pt-BR')).toBe(line);
  expect(await refusedFor(new ApiRefusal('own_request', 'Quem pediu não decide.', 403), 'pt-BR')).toBe(
    'Quem pediu não decide.',
  );
});

test.each(['settings set', 'settings schedule'])(
  '[R6] a refused %s names the setting as the offers page does',
  async (command) => {
    const asked = { command, words: ['primevault.days', '0'] };
    const no = (reason: string) => new ApiRefusal('refused', line, 409, { reason, sentence: line });
    expect(await refusedFor(no('invalid_value'), 'pt-BR', asked)).toBe(
      `“PrimeVault: Prazo” não aceita este valor.\n${line}`,
    );
    expect(await refusedFor(no('losing_value'), 'en', asked)).toBe(
      `The house would lose money at this value of “PrimeVault: Term”.\n${line}`,
    );
    expect(await refusedFor(no('invalid_value'), 'pt-BR', { command, words: ['primevault.nothing', '0'] })).toBe(
      `A configuração não aceita este valor.\n${line}`,
    );
  },
);

test('[R6] a refusal that is not about a setting names none', async () => {
  const no = new ApiRefusal('refused', line, 409, { reason: 'losing_value', sentence: line });
  expect(await refusedFor(no, 'en', { command: 'settings withdraw', words: ['3'] })).toBe(
    `The house would lose money at this value.\n${line}`,
  );
});
