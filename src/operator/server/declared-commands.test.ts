import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Declared } from '#commands/server/declaration.ts';
import { sayRefused, sayWrong } from '#commands/server/say.ts';
import { type Language, languages } from '#platform/languages.ts';
import { declaredCommands } from './all-commands.ts';
import { usageOf } from './read-command.ts';

const page = new URL('../../../docs/commands.md', import.meta.url);
const cases = declaredCommands.map((each): [string, Declared] => [each.name, each]);

/** Every text of a command in one language, by where it is. */
function textsOf({ words }: Declared, language: Language): Map<string, string> {
  const {
    title,
    summary,
    sentence,
    more,
    now,
    params,
    hints = {},
    outcomes,
    refusals = {},
    notes = {},
  } = words(language);
  const groups = { params, hints, outcomes, refusals, ...notes };
  const inGroups = Object.entries(groups).flatMap(([group, texts]) =>
    Object.entries(texts).map(([name, text]): [string, string] => [`${group}.${name}`, text]),
  );
  return new Map([
    ['title', title],
    ['summary', summary],
    ['sentence', sentence],
    ...(more ? [['more', more] as const] : []),
    ...(now ? [['now', now] as const] : []),
    ...inGroups,
  ]);
}

/** Spanish and Portuguese may say the same; nobody else says it as English does. */
test.each(cases)('[R7] %s says nothing in English to those who read another language', (_name, command) => {
  const english = textsOf(command, 'en');
  for (const language of languages.filter((each) => each !== 'en')) {
    const texts = textsOf(command, language);
    expect([...texts.keys()]).toEqual([...english.keys()]);
    for (const [where, text] of texts)
      expect([language, where, text]).not.toEqual([language, where, english.get(where)]);
  }
});

test('[R2] whoever takes something away alone says why in the account of actions', () => {
  const silent = declaredCommands.filter(
    ({ isDestructive, effect, params }) => isDestructive && effect === null && params['reason']?.isRequired !== true,
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test.each(cases)(
  '[R7] %s names its parameters, facts and outcomes in its texts, and nothing else',
  (_name, command) => {
    const { params, facts, words } = command;
    const known = [...Object.keys(params), ...Object.keys(facts)];
    const asked = Object.keys(params).filter((name) => params[name]?.isPinned === false);
    for (const language of languages) {
      expect(Object.keys(words(language).params)).toEqual(asked);
      for (const [name, { options }] of Object.entries(params)) {
        expect(Object.keys(words(language).choices?.[name] ?? {})).toEqual(options);
      }
      for (const [where, text] of textsOf(command, language)) {
        for (const [, name = ''] of text.matchAll(/\{([\w-]+)\}/g)) {
          expect([where, known]).toEqual([where, expect.arrayContaining([name])]);
        }
      }
    }
  },
);

test.each(cases)(
  '[R7] %s words a mistake in each parameter, and a refusal that nobody foresaw, in every language',
  (_name, command) => {
    const ways = [...Object.keys(command.params), 'nothing'].map(
      (name) => (language: Language) => sayWrong(command, language, name),
    );
    const no = { code: 'of_a_later_release', sentence: 'The command’s own sentence.' };
    for (const say of [...ways, (language: Language) => sayRefused(command, language, no, {})]) {
      const said = languages.map(say);
      expect(said.filter((text) => text.trim() !== '')).toHaveLength(languages.length);
      expect(new Set(said).size).toBe(languages.length);
    }
  },
);

test('[R7] docs/commands.md is printed from the declarations', () => {
  const printed = print();
  if (process.env['PRINT']) writeFileSync(page, printed);
  expect(readFileSync(page, 'utf8')).toBe(printed);
});

function print(): string {
  const lines = [
    '# Commands',
    '',
    '<!-- Printed by declared-commands.test.ts from the declarations: `PRINT=1` writes it. -->',
    '',
    'The commands of the staff and the operator: each is one declaration in the folder of its business, from which come the command line, the',
    'call, the form, the request that a second person reads, and the entry in the account of actions. Those of the machine alone:',
    '[operations](operations.md).',
  ];
  for (const command of declaredCommands.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const { name, params, roles, deciders, words } = command;
    const people = peopleOf(command);
    const decide = deciders ? `; decided on by: ${deciders.join(', ')}` : '';
    const said = words('en');
    lines.push(
      '',
      `## ${name}`,
      '',
      `${said.summary} ${said.sentence.replaceAll(/\u2068?\{([\w-]+)\}\u2069?/g, '_$1_')}.`,
      '',
    );
    lines.push(`- typed: \`lastro ${usageOf(command)}\``);
    lines.push(`- roles: ${roles.join(', ')}; people: ${people}${decide}`);
    for (const [param, { kind, isRequired, isPinned, options }] of Object.entries(params)) {
      const need = isPinned ? 'fixed when it is requested' : isRequired ? 'required' : 'optional';
      const which = options.length > 0 && kind !== 'flag' ? ` of ${options.join(', ')}` : '';
      lines.push(`- \`${param}\`: ${kind}${which}, ${need}`);
    }
    for (const code of Object.keys(said.refusals ?? {})) lines.push(`- refused: \`${code}\``);
  }
  return `${lines.join('\n')}\n`;
}

function peopleOf({ effect, effectOf, letsOut }: Declared): string {
  if (letsOut) return 'two, above what the settings leave one person';
  if (effectOf) return 'one or two, by what is asked for';
  return effect === null ? 'one' : `two (${effect})`;
}
