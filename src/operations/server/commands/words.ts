import type { CommandWords } from '#commands/server/declaration.ts';
import type { Language } from '#platform/languages.ts';
import en from '#operations/messages/commands/en.json' with { type: 'json' };
import es from '#operations/messages/commands/es.json' with { type: 'json' };
import fa from '#operations/messages/commands/fa.json' with { type: 'json' };
import ptBR from '#operations/messages/commands/pt-BR.json' with { type: 'json' };
import zhCN from '#operations/messages/commands/zh-CN.json' with { type: 'json' };

const words = { 'pt-BR': ptBR, en, es, 'zh-CN': zhCN, fa };

/** The texts of a command about operations. */
export const wordsOf =
  (name: keyof typeof ptBR) =>
  (language: Language): CommandWords =>
    words[language][name];
