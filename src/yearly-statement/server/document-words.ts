import { createTranslator } from 'use-intl/core';
import { type Language, localeOf } from '#platform/languages.ts';
import en from '../messages/document/en.json';
import es from '../messages/document/es.json';
import fa from '../messages/document/fa.json';
import ptBR from '../messages/document/pt-BR.json';
import zhCN from '../messages/document/zh-CN.json';

const words = { 'pt-BR': ptBR, en, es, 'zh-CN': zhCN, fa };

/** Messages of the document. They are in separate files so that no browser has to fetch them. */
export function documentWords(language: Language) {
  return createTranslator({ locale: localeOf(language), messages: words[language], timeZone: 'UTC' });
}
export type DocumentWords = ReturnType<typeof documentWords>;
