import type { Language } from '#platform/languages.ts';
import en from '#app/messages/installable/en.json';
import es from '#app/messages/installable/es.json';
import fa from '#app/messages/installable/fa.json';
import portuguese from '#app/messages/installable/pt-BR.json';
import chinese from '#app/messages/installable/zh-CN.json';

/** All languages together and as plain text: they must be available when nothing can be fetched. */
export const installableWords: Record<Language, typeof portuguese> = {
  'pt-BR': portuguese,
  en,
  es,
  'zh-CN': chinese,
  fa,
};
