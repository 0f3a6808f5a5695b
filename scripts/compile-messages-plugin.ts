import { readFileSync } from 'node:fs';
import compileMessage from 'icu-minify/compile';
import type { Plugin } from 'vite';
import { loginChapter } from '../src/app/messages/login-chapter.ts';

interface Texts {
  [key: string]: string | Texts;
}

type Compiled = ReturnType<typeof compileMessage> | { [key: string]: Compiled };

const loginFile = /\/src\/app\/messages\/login\/([\w-]+)\.ts$/;
const messagesFile = /\/src\/[\w-]+\/messages\/(page\/)?[\w-]+\.json$/;

/**
 * Parses every message at build time, so that no browser has to: the parser is a tenth of the login's first load. Refusals are omitted
 * because the server words them.
 */
export function compileMessagesPlugin(): Plugin {
  return {
    name: 'compile-messages',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
    load(id) {
      const language = loginFile.exec(id)?.[1];
      if (!language) return null;
      const read = (folder: string): Texts => {
        const file = id.replace(loginFile, `/src/${folder}/messages/${language}.json`);
        this.addWatchFile(file);
        return withoutRefusals(readFileSync(file, 'utf8'));
      };
      const auth = read('auth') as { login: Texts };
      const texts = loginChapter({ auth, platform: read('platform') });
      // Self-contained: a module shared by two chapters would become a third file with all the texts.
      return { code: `export const messages = ${JSON.stringify(compile(texts))};`, map: null };
    },
    transform(code, id) {
      if (!messagesFile.test(id)) return null;
      return { code: JSON.stringify(compile(withoutRefusals(code))), map: null };
    },
  };
}

function withoutRefusals(code: string): Texts {
  const { refusals: _, ...texts } = JSON.parse(code) as Texts;
  return texts;
}

function compile(texts: Texts): Record<string, Compiled> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? compileMessage(text) : compile(text)]),
  );
}
