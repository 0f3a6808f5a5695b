import type { CommandWords } from '#commands/server/declaration.ts';
import type { Language } from '#platform/languages.ts';
import en from '#copytrade/messages/commands/en.json' with { type: 'json' };
import es from '#copytrade/messages/commands/es.json' with { type: 'json' };
import fa from '#copytrade/messages/commands/fa.json' with { type: 'json' };
import ptBR from '#copytrade/messages/commands/pt-BR.json' with { type: 'json' };
import zhCN from '#copytrade/messages/commands/zh-CN.json' with { type: 'json' };

const words = { 'pt-BR': ptBR, en, es, 'zh-CN': zhCN, fa };

/** The texts of a command on copytrade. */
export const wordsOf =
  (name: keyof typeof ptBR) =>
  (language: Language): CommandWords =>
    words[language][name];
