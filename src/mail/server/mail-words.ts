import { createTranslator } from 'use-intl/core';
import { type Language, localeOf } from '#platform/languages.ts';
import en from '../messages/en.json';
import es from '../messages/es.json';
import fa from '../messages/fa.json';
import ptBR from '../messages/pt-BR.json';
import zhCN from '../messages/zh-CN.json';

const words = { 'pt-BR': ptBR, en, es, 'zh-CN': zhCN, fa };

/** The texts that surround the content of every email. */
export function mailWords(language: Language) {
  return createTranslator({ locale: localeOf(language), messages: words[language] });
}
