import type { FastifyReply } from 'fastify';
import type { Language } from '#platform/languages.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { readOne } from '#database/server/database.ts';
import type { Http } from '#http/server/http.ts';
import { writeChoiceOf } from './mail-choice-store.ts';
import { unsubscribePage, unsubscribePolicy } from './unsubscribe-page.ts';
import type { Unsubscribing, Unsubscription } from './unsubscribing.ts';

/** More than any mail program sends. */
const bodyLimit = 2_048;
const path = '/unsubscribe/:token';
const config = { bucket: 'public' } as const;

/**
 * Serves the links by which emails are turned off (RFC 8058). Programs that check mail open every link, so GET shows a button and changes
 * nothing; POST, from a mail program's own button or from ours, turns them off, at once and however often.
 */
export function serveUnsubscribing(http: Http, unsubscribing: Unsubscribing): void {
  const requireKnown = (token: string): Unsubscription => {
    const known = unsubscribing.read(token);
    if (!known) throw refusePlatform('not_found');
    return known;
  };
  async function show(reply: FastifyReply, { customerId, what }: Unsubscription, isDone: boolean) {
    const reader = await readOne<{ language: Language }>(
      http.db,
      'SELECT language FROM customers WHERE id = $1 AND erased_at IS NULL',
      [customerId],
    );
    if (!reader) throw refusePlatform('not_found');
    const page = unsubscribePage({ language: reader.language, brand: http.config.brandName, what, isDone });
    return reply.header('Content-Security-Policy', unsubscribePolicy).type('text/html; charset=utf-8').send(page);
  }
  void http.app.register(async (app) => {
    // A form, of either kind; what it says is in the address.
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, _body, done) => done(null, null));
    app.get<{ Params: { token: string } }>(
      path,
      { config, schema: { summary: 'The page of an email’s link to turn such emails off: a button. Changes nothing' } },
      async ({ params }, reply) => show(reply, requireKnown(params.token), false),
    );
    app.post<{ Params: { token: string } }>(
      path,
      { config, schema: { summary: 'Turns the emails of a link off (RFC 8058)' }, bodyLimit },
      async ({ params }, reply) => {
        const known = requireKnown(params.token);
        await writeChoiceOf(http.db, known.customerId, { [known.what]: false });
        return show(reply, known, true);
      },
    );
  });
}
