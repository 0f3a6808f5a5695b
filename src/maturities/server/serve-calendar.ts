import { fileName } from '#platform/file-name.ts';
import { count } from '#http/server/attempts.ts';
import { contentDisposition } from '#http/server/content-disposition.ts';
import { networkOf } from '#http/server/network-of.ts';
import { hashOfToken, isTokenShaped } from '#platform/server/secret-token.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { Http } from '#http/server/http.ts';
import { type FeedOwner, readFeedOwner } from './calendar-store.ts';
import { soonest } from './list-maturities.ts';
import { readMaturities } from './maturity-store.ts';
import { writeCalendar } from './write-calendar.ts';

/** Requests for non-existent links, by network. Some calendar services fetch on behalf of very many customers from a few addresses. */
const missesByNetwork = { name: 'calendar-misses', most: 300, seconds: 600 };
/** Requests for one link. Calendar programs fetch a few times a day. */
const readsOfLink = { name: 'calendar-reads', most: 120, seconds: 3600 };
const ever = { start: '-infinity', end: 'infinity' };
/** More than any customer has running; if it ever is not, the soonest are served. */
const mostEvents = 1000;

/**
 * Serves the calendar to programs without a token, under an unguessable link. Invalid and revoked links get the same `not_found`. The
 * address contains the secret, so it is never recorded: logs and metrics have the route's template, and caches may store the answer for
 * that reader alone.
 */
export function serveCalendar(http: Http): void {
  http.app.get<{ Params: { name: string } }>(
    '/calendar/:name',
    {
      config: { bucket: 'public' },
      schema: {
        summary: 'What comes back and when, for a calendar program (RFC 5545), at the customer’s secret link',
      },
    },
    async (request, reply) => {
      const secret = request.params.name.replace(/\.ics$/, '');
      const owner = await requireOwner(http, secret, request.ip);
      const title = http.translate(owner.language, 'maturities', 'title', {});
      const named = (what: string): string => fileName([http.config.brandName, what], 'ics');
      return reply
        .header('Cache-Control', 'private, max-age=900')
        .header('Content-Disposition', contentDisposition(named(title), named('maturities'), 'inline'))
        .header('X-Robots-Tag', 'noindex')
        .type('text/calendar; charset=utf-8')
        .send(await write(http, owner));
    },
  );
}

/** Only failed requests count against a network: guessing cannot block others from their calendars, and 248 bits cannot be guessed. */
async function requireOwner(http: Http, secret: string, address: string): Promise<FeedOwner> {
  const hash = hashOfToken(secret);
  const owner = isTokenShaped(secret) ? await readFeedOwner(http.db, secret) : null;
  if (!owner) {
    await count(http.db, missesByNetwork, networkOf(address));
    throw refusePlatform('not_found');
  }
  await count(http.db, readsOfLink, hash.toString('hex'));
  return owner;
}

async function write(http: Http, { customerId, language }: FeedOwner): Promise<string> {
  const maturities = await readMaturities(http.db, customerId, ever, soonest, mostEvents);
  return writeCalendar(maturities, {
    language,
    translate: (key, values = {}) => http.translate(language, 'maturities', key, values),
    page: `${http.config.publicUrl}/maturities`,
    isSandbox: http.config.mode === 'sandbox',
  });
}
