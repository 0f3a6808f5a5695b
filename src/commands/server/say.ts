import { fromJsonNumber } from '#money/money.ts';
import { writeUsd } from '#money/write-usd.ts';
import { type Language, localeOf } from '#platform/languages.ts';
import en from '../messages/en.json' with { type: 'json' };
import es from '../messages/es.json' with { type: 'json' };
import fa from '../messages/fa.json' with { type: 'json' };
import ptBR from '../messages/pt-BR.json' with { type: 'json' };
import zhCN from '../messages/zh-CN.json' with { type: 'json' };
import type { Kind, Part } from '../kinds.ts';
import type { CommandWords, Declared } from './declaration.ts';
import { standingFacts } from './standing.ts';

const common = { 'pt-BR': ptBR, en, es, 'zh-CN': zhCN, fa };

/** Values as they are stored, by the names that texts call them. */
export type Stored = Readonly<Record<string, string | undefined>>;

/**
 * Fills a command's text with values, each by its kind. What stands in brackets is left out where a value in it is not known; elsewhere a
 * dash stands for it.
 */
export function say(
  command: Declared,
  text: string,
  values: Stored,
  { choices }: Pick<CommandWords, 'choices'>,
): Part[] {
  const whole = text.replaceAll(/\[([^\]]*)\]/g, (_, part: string) =>
    [...part.matchAll(slot)].every(([, name = '']) => values[name] !== undefined) ? part : '',
  );
  return whole.split(slot).flatMap((piece, at): Part[] => {
    if (at % 2 === 0) return piece === '' ? [] : [{ Kind: 'words', Value: piece, Name: null }];
    const value = values[piece] ?? '–';
    return [{ Kind: kindOf(command, piece), Value: value, Name: choices?.[piece]?.[value] ?? null }];
  });
}

const slot = /\{([\w-]+)\}/g;

export function kindOf({ params, facts }: Declared, name: string): Kind {
  const shared: Readonly<Record<string, Kind | undefined>> = standingFacts;
  return params[name]?.kind ?? facts[name] ?? shared[name] ?? 'text';
}

/** How things stand, line by line: what a command says of itself, then of whom or what it concerns as much as is known. */
export function sayStanding(command: Declared, values: Stored, language: Language): Part[][] {
  const said = command.words(language);
  return [said.now ?? '', ...Object.values(common[language].standing)]
    .map((line) => say(command, line, values, said))
    .filter(({ length }) => length > 0);
}

/** The same for where there is nothing but text: on the command line. */
export function sayPlainly(command: Declared, text: string, values: Stored): string {
  return say(command, text, values, command.words('en'))
    .map(({ Kind: kind, Value, Name }) => (kind === 'money' ? `${Value} USD` : (Name ?? Value)))
    .join('');
}

/** A value as the reader's language writes it. */
function write({ Kind: kind, Value, Name }: Part, locale: string): string {
  if (Value === '–') return Value;
  switch (kind) {
    case 'money':
      return writeUsd(fromJsonNumber(Number(Value)), locale);
    case 'number':
      return new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }).format(Number(Value));
    case 'day':
      return new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' }).format(new Date(Value));
    default:
      return Name ?? Value;
  }
}

/** Why a command was refused, in the reader's language: in English the command's own sentence, which says more. */
export function sayRefused(
  command: Declared,
  language: Language,
  { code, sentence }: { code: string; sentence: string },
  values: Stored,
): string {
  if (language === 'en' && sentence !== '') return sentence;
  const shared: Readonly<Record<string, string>> = common[language].reasons;
  const text = command.words(language).refusals?.[code] ?? shared[code] ?? common[language].refused;
  return say(command, text, values, command.words(language))
    .map((part) => write(part, localeOf(language)))
    .join('');
}

/** That something was done, where no more is known. */
export const sayDone = (language: Language): string => common[language].done;

/** What is wrong with a parameter, in the reader's language. */
export function sayWrong({ params }: Pick<Declared, 'params'>, language: Language, name: string): string {
  const param = Object.hasOwn(params, name) ? params[name] : undefined;
  const { wrong, unknown } = common[language];
  if (!param) return unknown.replace('{name}', name);
  const { kind, least, most, places, options, isLong } = param;
  return (isLong ? common[language].wrongParagraphs : wrong[kind])
    .replace('{least}', String(least))
    .replace('{most}', String(most))
    .replace('{places}', String(places))
    .replace('{options}', options.join(', '));
}
