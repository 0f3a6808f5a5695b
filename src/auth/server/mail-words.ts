import { createTranslator } from 'use-intl/core';
import { type Language, localeOf } from '#platform/languages.ts';
import en from '../messages/mails/en.json';
import es from '../messages/mails/es.json';
import fa from '../messages/mails/fa.json';
import ptBR from '../messages/mails/pt-BR.json';
import zhCN from '../messages/mails/zh-CN.json';

const words = { 'pt-BR': ptBR, en, es, 'zh-CN': zhCN, fa };

/** The texts of the login's emails, in separate files that no browser has to fetch. */
export function mailWords(language: Language) {
  return createTranslator({ locale: localeOf(language), messages: words[language] });
}
