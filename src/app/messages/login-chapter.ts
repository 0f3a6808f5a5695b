/**
 * What the login alone says, of all that the folders say: a tenth of the first texts, in a file of its own for each language. A build
 * takes nothing else along (scripts/compile-messages-plugin.ts).
 */
export function loginChapter<Login, Platform>(all: { auth: { login: Login }; platform: Platform }) {
  return { auth: { login: all.auth.login }, platform: all.platform };
}
