import type { CommandWords } from '#commands/server/declaration.ts';
import type { Language } from '#platform/languages.ts';
import en from '#operator/messages/commands/en.json' with { type: 'json' };
import es from '#operator/messages/commands/es.json' with { type: 'json' };
import fa from '#operator/messages/commands/fa.json' with { type: 'json' };
import ptBR from '#operator/messages/commands/pt-BR.json' with { type: 'json' };
import zhCN from '#operator/messages/commands/zh-CN.json' with { type: 'json' };

const words = { 'pt-BR': ptBR, en, es, 'zh-CN': zhCN, fa };

/** The texts of a command that belongs to no single product. */
export const wordsOf =
  (name: keyof typeof ptBR) =>
  (language: Language): CommandWords =>
    words[language][name];
