import { createTranslator } from 'use-intl/core';
import { fallbackLanguage, type Language, localeOf } from '#platform/languages.ts';
import en from '../messages/mails/en.json';
import es from '../messages/mails/es.json';
import fa from '../messages/mails/fa.json';
import ptBR from '../messages/mails/pt-BR.json';
import zhCN from '../messages/mails/zh-CN.json';
import type { StaffRecord } from './staff-store.ts';

const words = { 'pt-BR': ptBR, en, es, 'zh-CN': zhCN, fa };

/** Texts of the emails to the staff, in the reader's language alone: the installation's, until they have been in the console. */
export function staffMailWords({ language: chosen }: Pick<StaffRecord, 'language'>) {
  const language: Language = chosen ?? fallbackLanguage;
  return { language, t: createTranslator({ locale: localeOf(language), messages: words[language], timeZone: 'UTC' }) };
}
