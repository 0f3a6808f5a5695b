import type { CommandWords } from '#commands/server/declaration.ts';
import type { Language } from '#platform/languages.ts';
import en from '#announcements/messages/commands/en.json' with { type: 'json' };
import es from '#announcements/messages/commands/es.json' with { type: 'json' };
import fa from '#announcements/messages/commands/fa.json' with { type: 'json' };
import ptBR from '#announcements/messages/commands/pt-BR.json' with { type: 'json' };
import zhCN from '#announcements/messages/commands/zh-CN.json' with { type: 'json' };

const words = { 'pt-BR': ptBR, en, es, 'zh-CN': zhCN, fa };

/** The texts of a command on announcements, with the names of those they reach. */
export const wordsOf =
  (name: Exclude<keyof typeof ptBR, 'segments' | 'mails' | 'mailsNotes'>) =>
  (language: Language): CommandWords => {
    const { segments, mails, mailsNotes, [name]: said } = words[language];
    return { ...said, choices: { segment: segments, mails }, notes: { mails: mailsNotes } };
  };
