import { createTranslator } from 'use-intl/core';
import { directionOf, type Language, localeOf } from '#platform/languages.ts';
import en from '#operator/messages/doctor/en.json' with { type: 'json' };
import es from '#operator/messages/doctor/es.json' with { type: 'json' };
import fa from '#operator/messages/doctor/fa.json' with { type: 'json' };
import ptBR from '#operator/messages/doctor/pt-BR.json' with { type: 'json' };
import zhCN from '#operator/messages/doctor/zh-CN.json' with { type: 'json' };
import { roleNames } from '#staff/server/commands/words.ts';
import type { Role } from '#staff/roles.ts';
import type { Finding, State } from './finding.ts';

const words = { 'pt-BR': ptBR, en, es, 'zh-CN': zhCN, fa } satisfies Record<Language, typeof ptBR>;

/** A finding in somebody's language. */
export interface SaidFinding {
  check: string;
  /** What the check is for. */
  about: string;
  state: State;
  said: string;
  remedy: string | null;
}

export function sayFinding({ check, state, said, todo, values }: Finding, language: Language): SaidFinding {
  const messages = words[language];
  const translate = createTranslator({ locale: localeOf(language), messages });
  const known = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, sayValue(name, value, language)]),
  );
  const say = (kind: 'said' | 'todo', key: string): string => {
    const place = kind in messages.checks[check] && key in messages.checks[check][kind as never];
    return translate(`${place ? `checks.${check}` : 'shared'}.${kind}.${key}` as never, known as never);
  };
  const { name, about } = messages.checks[check];
  return { check: name, about, state, said: say('said', said), remedy: todo === null ? null : say('todo', todo) };
}

function sayValue(name: string, value: Finding['values'][string], language: Language): string | number {
  if (typeof value === 'number') return value;
  const { reasons } = words[language];
  const text =
    typeof value !== 'string'
      ? value.map((role) => roleNames(language)[role as Role]).join(', ')
      : name === 'why' && Object.hasOwn(reasons, value)
        ? reasons[value as keyof typeof reasons]
        : value;
  // Addresses and names of settings keep their own direction in the sentence.
  return directionOf(language) === 'rtl' ? `\u2068${text}\u2069` : text;
}
