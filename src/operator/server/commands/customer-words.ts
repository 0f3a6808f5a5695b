import type { CommandWords } from '#commands/server/declaration.ts';
import type { Language } from '#platform/languages.ts';
import en from '#operator/messages/customers/en.json' with { type: 'json' };
import es from '#operator/messages/customers/es.json' with { type: 'json' };
import fa from '#operator/messages/customers/fa.json' with { type: 'json' };
import ptBR from '#operator/messages/customers/pt-BR.json' with { type: 'json' };
import zhCN from '#operator/messages/customers/zh-CN.json' with { type: 'json' };

const words = { 'pt-BR': ptBR, en, es, 'zh-CN': zhCN, fa };

/** The texts of a command on a customer. */
export const wordsOf =
  (name: keyof typeof ptBR) =>
  (language: Language): CommandWords =>
    words[language][name];
