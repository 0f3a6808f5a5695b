import type { CommandWords } from '#commands/server/declaration.ts';
import type { Language } from '#platform/languages.ts';
import en from '#cases/messages/commands/en.json' with { type: 'json' };
import es from '#cases/messages/commands/es.json' with { type: 'json' };
import fa from '#cases/messages/commands/fa.json' with { type: 'json' };
import ptBR from '#cases/messages/commands/pt-BR.json' with { type: 'json' };
import zhCN from '#cases/messages/commands/zh-CN.json' with { type: 'json' };

const words = { 'pt-BR': ptBR, en, es, 'zh-CN': zhCN, fa };

/** The texts of a command about an alert or a case. */
export const wordsOf =
  (name: Exclude<keyof typeof ptBR, 'decisions' | 'undecided'>) =>
  (language: Language): CommandWords => {
    const { decisions, undecided, [name]: said } = words[language];
    return { ...said, choices: { decision: decisions, was: { undecided, ...decisions } } };
  };
