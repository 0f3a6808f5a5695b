import compileMessage from 'icu-minify/compile';
import type { Plugin } from 'vite';

interface Texts {
  [key: string]: string | Texts;
}

type Compiled = ReturnType<typeof compileMessage> | { [key: string]: Compiled };

const messagesFile = /\/src\/[\w-]+\/messages\/(page\/)?[\w-]+\.json$/;

/**
 * Parses every message when the web is built, so that no browser has to: the parser is a tenth of the login's first load.
 * Refusals are left out, the server says them.
 */
export function compileMessagesPlugin(): Plugin {
  return {
    name: 'compile-messages',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
    transform(code, id) {
      if (!messagesFile.test(id)) return null;
      const { refusals: _, ...texts } = JSON.parse(code) as Texts;
      return { code: JSON.stringify(compile(texts)), map: null };
    },
  };
}

function compile(texts: Texts): Record<string, Compiled> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? compileMessage(text) : compile(text)]),
  );
}
