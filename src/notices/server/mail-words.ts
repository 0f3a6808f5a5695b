import { createTranslator } from 'use-intl/core';
import type { Language } from '#platform/languages.ts';
import en from '../messages/mails/en.json';
import es from '../messages/mails/es.json';
import fa from '../messages/mails/fa.json';
import ptBR from '../messages/mails/pt-BR.json';
import zhCN from '../messages/mails/zh-CN.json';

const words = { 'pt-BR': ptBR, en, es, 'zh-CN': zhCN, fa };

/** The texts of emails about notices. In separate files, so that browsers do not fetch them. */
export function mailWords(language: Language) {
  return createTranslator({ locale: language, messages: words[language], timeZone: 'UTC' });
}
