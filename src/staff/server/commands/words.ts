import type { CommandWords } from '#commands/server/declaration.ts';
import type { Language } from '#platform/languages.ts';
import type { Role } from '#staff/roles.ts';
import en from '#staff/messages/commands/en.json' with { type: 'json' };
import es from '#staff/messages/commands/es.json' with { type: 'json' };
import fa from '#staff/messages/commands/fa.json' with { type: 'json' };
import ptBR from '#staff/messages/commands/pt-BR.json' with { type: 'json' };
import zhCN from '#staff/messages/commands/zh-CN.json' with { type: 'json' };

const words = { 'pt-BR': ptBR, en, es, 'zh-CN': zhCN, fa };

export const roleNames = (language: Language): Record<Role, string> => words[language].roles;

/** The texts of a command about the staff, with the names of the roles. */
export const wordsOf =
  (name: Exclude<keyof typeof ptBR, 'roles' | 'roleNotes'>) =>
  (language: Language): CommandWords => {
    const { roles, roleNotes, [name]: said } = words[language];
    return { ...said, choices: { role: roles, was: roles, has: roles }, notes: { role: roleNotes } };
  };
