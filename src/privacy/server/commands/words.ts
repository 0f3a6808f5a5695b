import type { CommandWords } from '#commands/server/declaration.ts';
import type { Language } from '#platform/languages.ts';
import en from '#privacy/messages/commands/en.json' with { type: 'json' };
import es from '#privacy/messages/commands/es.json' with { type: 'json' };
import fa from '#privacy/messages/commands/fa.json' with { type: 'json' };
import ptBR from '#privacy/messages/commands/pt-BR.json' with { type: 'json' };
import zhCN from '#privacy/messages/commands/zh-CN.json' with { type: 'json' };

const words = { 'pt-BR': ptBR, en, es, 'zh-CN': zhCN, fa };

/** The texts of a command about a customer's request, with what can be asked for and answered. */
export const wordsOf =
  (name: Exclude<keyof typeof ptBR, 'kinds' | 'answers'>) =>
  (language: Language): CommandWords => {
    const { kinds, answers, [name]: said } = words[language];
    return { ...said, choices: { kind: kinds, answer: answers } };
  };
