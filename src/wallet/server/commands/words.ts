import type { CommandWords } from '#commands/server/declaration.ts';
import type { Language } from '#platform/languages.ts';
import en from '#wallet/messages/commands/en.json' with { type: 'json' };
import es from '#wallet/messages/commands/es.json' with { type: 'json' };
import fa from '#wallet/messages/commands/fa.json' with { type: 'json' };
import ptBR from '#wallet/messages/commands/pt-BR.json' with { type: 'json' };
import zhCN from '#wallet/messages/commands/zh-CN.json' with { type: 'json' };

const words = { 'pt-BR': ptBR, en, es, 'zh-CN': zhCN, fa };

/** The texts of a command about transfers, with the names of what a transfer is and how it stands. */
export const wordsOf =
  (name: Exclude<keyof typeof ptBR, 'directions' | 'states' | 'answers'>) =>
  (language: Language): CommandWords => {
    const { directions, states, answers, [name]: said } = words[language];
    const known: CommandWords = said;
    const shared = { direction: directions, state: states, before: states, error: answers };
    return { ...known, choices: { ...shared, ...known.choices } };
  };

/** Why there is no definite answer of the brokerage; a bare status, such as `http_503`, stays as it is. */
export function sayAnswer(error: string | null, language: Language): string | null {
  const answers: Readonly<Record<string, string>> = words[language].answers;
  return error && (answers[error] ?? error);
}
