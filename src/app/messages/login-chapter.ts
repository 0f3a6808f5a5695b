/**
 * The texts that the login alone uses: a tenth of the first chapter, in a separate file per language. The build includes nothing else
 * (scripts/compile-messages-plugin.ts).
 */
export function loginChapter<Login, Platform>(all: { auth: { login: Login }; platform: Platform }) {
  return { auth: { login: all.auth.login }, platform: all.platform };
}
