import type { Language } from '#platform/languages.ts';
import en from '#platform/messages/intents/en.json';
import es from '#platform/messages/intents/es.json';
import fa from '#platform/messages/intents/fa.json';
import portuguese from '#platform/messages/intents/pt-BR.json';
import chinese from '#platform/messages/intents/zh-CN.json';

/** All languages together, as plain text: they are needed when the connection has just been lost. */
export const intentWords: Record<Language, typeof portuguese> = {
  'pt-BR': portuguese,
  en,
  es,
  'zh-CN': chinese,
  fa,
};
