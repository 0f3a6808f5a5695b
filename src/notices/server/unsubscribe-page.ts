import { createHash } from 'node:crypto';
import { directionOf, type Language } from '#platform/languages.ts';
import { pagePolicy } from '#http/server/security-headers.ts';
import { mailWords } from './mail-words.ts';
import type { OptionalMail } from './unsubscribing.ts';

const style =
  'body{font:1rem/1.5 system-ui,sans-serif;max-inline-size:32rem;margin:4rem auto;padding-inline:1rem}' +
  'button{font:inherit;padding:.75rem 1.25rem;cursor:pointer}:root{color-scheme:light dark}';

/** The page runs nothing and has one style sheet, its own. */
export const unsubscribePolicy = pagePolicy([], [`'sha256-${createHash('sha256').update(style).digest('base64')}'`]);

/** What a reader sees who opens the link of an email: a button, or that it is done. Works without scripts and without a session. */
export function unsubscribePage(page: {
  language: Language;
  brand: string;
  what: OptionalMail;
  isDone: boolean;
}): string {
  const { language, brand, what, isDone } = page;
  const t = mailWords(language);
  const title = t(`unsubscribe.${what}`, { brand });
  const body = isDone
    ? `<p role="status">${escaped(t('unsubscribe.done'))}</p>`
    : `<form method="post"><p>${escaped(t('unsubscribe.ask'))}</p><button>${escaped(t('unsubscribe.button'))}</button></form>`;
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${escaped(title)}</title><style>${style}</style></head>
<body><main><h1>${escaped(title)}</h1>${body}</main></body>
</html>
`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (each) => entities[each] as string);
}
