import { createTranslator } from 'use-intl/core';
import { fallbackLanguage, type Language } from '#platform/languages.ts';
import type { RefusalValues } from '#platform/refusal.ts';
import type { Translate } from '#platform/server/http.ts';
import { messages as en } from '#app/messages/en.ts';
import { messages as es } from '#app/messages/es.ts';
import { messages as fa } from '#app/messages/fa.ts';
import { messages as ptBR } from '#app/messages/pt-BR.ts';
import { messages as zhCN } from '#app/messages/zh-CN.ts';

const allMessages = { 'pt-BR': ptBR, en, es, 'zh-CN': zhCN, fa };

/** The words of a refusal in the caller's language; Portuguese where a text is missing (spec §1). */
export const translate: Translate = (language, folder, key, values) => {
  return translateIn(language, folder, key, values) ?? translateIn(fallbackLanguage, folder, key, values) ?? key;
};

function translateIn(language: Language, folder: string, key: string, values: RefusalValues): string | null {
  let missing = false;
  const translator = createTranslator({
    locale: language,
    messages: allMessages[language],
    namespace: folder as never,
    // Days that the operator sets are days of UTC (docs/decisions/0005-dates-in-lists.md).
    timeZone: 'UTC',
    onError: () => void (missing = true),
  });
  const text = translator(key as never, values as never);
  return missing ? null : text;
}
