import { createTranslator } from 'use-intl/core';
import type { Language } from '#platform/languages.ts';
import en from '../messages/letters/en.json';
import es from '../messages/letters/es.json';
import fa from '../messages/letters/fa.json';
import ptBR from '../messages/letters/pt-BR.json';
import zhCN from '../messages/letters/zh-CN.json';

const words = { 'pt-BR': ptBR, en, es, 'zh-CN': zhCN, fa };

/** What the mail about a lost second factor says. In files of their own: no browser has to fetch them. */
export function letterWords(language: Language) {
  return createTranslator({ locale: language, messages: words[language] });
}
