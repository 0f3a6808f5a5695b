import { expect, test } from 'vitest';
import { languages } from '#platform/languages.ts';
import en from '#operator/messages/doctor/en.json' with { type: 'json' };
import es from '#operator/messages/doctor/es.json' with { type: 'json' };
import fa from '#operator/messages/doctor/fa.json' with { type: 'json' };
import ptBR from '#operator/messages/doctor/pt-BR.json' with { type: 'json' };
import zhCN from '#operator/messages/doctor/zh-CN.json' with { type: 'json' };
import { reasonOf, unknown, warn, wrong } from './finding.ts';
import { sayFinding } from './say-finding.ts';

/** Every text by where it stands. */
function flatten(texts: object, place = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, text]: [string, unknown]): [string, string][] =>
    typeof text === 'string' ? [[`${place}${name}`, text]] : flatten(text as object, `${place}${name}.`),
  );
}

/** Without the branches of plurals and choices, whose words differ. */
const filledWith = (text: string) =>
  [...new Set(text.replaceAll(/\b(one|other|server) \{[^{}]*\}/g, '').match(/\{\w+(?=[,}])/g))].toSorted();

test.each([
  ['pt-BR', ptBR],
  ['es', es],
  ['zh-CN', zhCN],
  ['fa', fa],
] as const)('[O5] [R7] what the doctor finds is said in %s, with the same values', (_language, texts) => {
  const english = flatten(en);
  const said = new Map(flatten(texts));
  expect([...said.keys()]).toEqual(english.map(([place]) => place));
  for (const [place, text] of english)
    expect([place, filledWith(said.get(place) ?? '')]).toEqual([place, filledWith(text)]);
  // Portuguese, Spanish and English share the names of a few things.
  const same = english.filter(([place, text]) => said.get(place) === text && text !== '{problem}');
  expect(same.map(([place]) => place).filter((place) => !place.endsWith('.name'))).toEqual([]);
});

test('[O5] [R7] a finding has the reader’s digits, and keeps addresses readable from right to left', () => {
  const found = warn('certificate', 'days', { host: 'a.example', days: 12 }, 'renew');
  expect(sayFinding(found, 'fa')).toMatchObject({ check: 'گواهی', said: '\u2068a.example\u2069: ۱۲ روز مانده' });
  expect(sayFinding(found, 'pt-BR').said).toBe('a.example: restam 12 dias');
  const nobody = warn('staff', 'unheld', { roles: ['desk', 'auditor'] });
  expect(sayFinding(nobody, 'pt-BR').said).toBe('Ninguém é Mesa, Auditoria');
  const late = wrong('brokerage', 'silent', { why: reasonOf(new DOMException('late', 'TimeoutError')) });
  expect(sayFinding(late, 'es').said).toBe('No responde: sin respuesta a tiempo');
  for (const language of languages) expect(sayFinding(unknown('rates', 'unread'), language).remedy).toBeTruthy();
});
