import { createTranslator } from 'use-intl/core';
import { fallbackLanguage, type Language, localeOf } from '#platform/languages.ts';
import type { RefusalValues } from '#platform/refusal.ts';
import type { Translate } from '#http/server/http.ts';
import { messages as en } from '#app/messages/en.ts';
import { messages as es } from '#app/messages/es.ts';
import { messages as fa } from '#app/messages/fa.ts';
import { messages as ptBR } from '#app/messages/pt-BR.ts';
import { messages as zhCN } from '#app/messages/zh-CN.ts';

const allMessages = { 'pt-BR': ptBR, en, es, 'zh-CN': zhCN, fa };

/** A refusal's message in the caller's language, or in Portuguese where a text is missing (spec §1). */
export const translate: Translate = (language, folder, key, values) => {
  return translateIn(language, folder, key, values) ?? translateIn(fallbackLanguage, folder, key, values) ?? key;
};

interface Translator {
  say: (key: string, values: RefusalValues) => string;
  /** Whether the last requested text is missing. */
  isMissing: boolean;
  /** Cache of texts without values: a few hundred at most. */
  said: Map<string, string>;
}

const noValues = (values: RefusalValues): boolean => {
  for (const _ in values) return false;
  return true;
};

/** Created once per language and folder: creating one costs more than a hundred texts. */
const translators = new Map<string, Translator>();

function translatorOf(language: Language, folder: string): Translator {
  const name = `${language} ${folder}`;
  const known = translators.get(name);
  if (known) return known;
  const say = createTranslator({
    locale: localeOf(language),
    messages: allMessages[language],
    namespace: folder as never,
    // Days that the operator sets are UTC days (docs/decisions/0004-two-clocks.md).
    timeZone: 'UTC',
    onError: () => void (made.isMissing = true),
  });
  const made: Translator = {
    say: (key, values) => say(key as never, values as never),
    isMissing: false,
    said: new Map(),
  };
  translators.set(name, made);
  return made;
}

function translateIn(language: Language, folder: string, key: string, values: RefusalValues): string | null {
  const translator = translatorOf(language, folder);
  const isFixed = noValues(values);
  const said = isFixed ? translator.said.get(key) : undefined;
  if (said !== undefined) return said;
  translator.isMissing = false;
  const text = translator.say(key, values);
  if (translator.isMissing) return null;
  if (isFixed) translator.said.set(key, text);
  return text;
}
