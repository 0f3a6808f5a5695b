import consoleEn from '#console/messages/en.json' with { type: 'json' };
import consoleEs from '#console/messages/es.json' with { type: 'json' };
import consoleFa from '#console/messages/fa.json' with { type: 'json' };
import consolePtBr from '#console/messages/pt-BR.json' with { type: 'json' };
import consoleZhCn from '#console/messages/zh-CN.json' with { type: 'json' };
import en from '#console/messages/rules/en.json' with { type: 'json' };
import es from '#console/messages/rules/es.json' with { type: 'json' };
import fa from '#console/messages/rules/fa.json' with { type: 'json' };
import ptBr from '#console/messages/rules/pt-BR.json' with { type: 'json' };
import zhCn from '#console/messages/rules/zh-CN.json' with { type: 'json' };
import * as z from 'zod/mini';
import type { Part } from '#commands/kinds.ts';
import type { Language } from '#platform/languages.ts';

interface Words {
  places: Readonly<Record<string, string>>;
  rules: Readonly<Record<string, string>>;
}
const words: Record<Language, Words> = { 'pt-BR': ptBr, en, es, 'zh-CN': zhCn, fa };
const kinds: Record<Language, Readonly<Record<string, string>>> = {
  'pt-BR': consolePtBr.ledger.kinds,
  en: consoleEn.ledger.kinds,
  es: consoleEs.ledger.kinds,
  'zh-CN': consoleZhCn.ledger.kinds,
  fa: consoleFa.ledger.kinds,
};

/** The rules of all kinds of journals are one in words. */
const behind = /^what stands behind (\w+) is exactly what it moved$/;
const behindWords = 'what stands behind {kind} is exactly what it moved';

/** A rule of the books in the reader's language; one of a later release as it is declared. */
export function sayRule(rule: string, language: Language): string {
  const { rules } = words[language];
  const kind = behind.exec(rule)?.[1];
  if (kind === undefined) return rules[rule] ?? rule;
  return rules[behindWords]?.replace('{kind}', kinds[language][kind] ?? kind) ?? rule;
}

/** What an audit found, as `books audit` answers it (findingsAsJson). */
const audited = z.object({
  findings: z.array(z.object({ rule: z.string(), where: z.string() })),
  broken: z.array(z.object({ rule: z.string(), count: z.int() })),
});

export interface Found {
  Rule: string;
  Count: number;
  Places: Part[][];
}

/** The findings of an audit in the reader's language; null for what is none. */
export function sayFindings(json: unknown, language: Language): Found[] | null {
  const read = z.safeParse(audited, json);
  if (!read.success) return null;
  return read.data.broken.map(({ rule, count }) => ({
    Rule: sayRule(rule, language),
    Count: count,
    Places: read.data.findings.flatMap((each) => (each.rule === rule ? [sayPlace(each.where, language)] : [])),
  }));
}

const linked: Readonly<Record<string, Part['Kind']>> = {
  customer: 'customer',
  transfer: 'transfer',
  withdrawal: 'transfer',
};

/** `transfer 0199…: settled here` by its kind; what has no word in the reader's language stays as the database says it. */
function sayPlace(where: string, language: Language): Part[] {
  const [, noun = '', id = '', rest = ''] = /^([a-z]+) ([\w-]+)(.*)$/.exec(where) ?? [];
  const said = words[language].places[noun];
  const code = (value: string): Part => ({ Kind: 'code', Value: value, Name: null });
  if (said === undefined) return [code(where)];
  return [
    { Kind: 'words', Value: `${said} `, Name: null },
    { Kind: linked[noun] ?? 'code', Value: id, Name: null },
    ...(rest.trim() === '' ? [] : [{ Kind: 'words' as const, Value: ' ', Name: null }, code(rest.replace(/^: /, ''))]),
  ];
}
