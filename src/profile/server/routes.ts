import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { realClock } from '#platform/clock.ts';
import type { Http } from '#http/server/http.ts';
import { serve } from '#http/server/serve.ts';
import * as contract from '../contract.ts';
import { readPreferencesOf, writePreferencesOf } from './preferences-store.ts';
import { readUser } from './read-user.ts';
import { serveAvatars } from './serve-avatars.ts';
import { updateUser } from './update-user.ts';

export function serveProfile(http: Http, events: DomainEvents = noSubscribers): void {
  serve(http, contract.readUser, readUser);
  serve(http, contract.updateUser, (db, request) => updateUser(db, { clock: realClock, events }, request));
  serve(http, contract.readPreferences, (db, { investor }) => readPreferencesOf(db, investor.id));
  serve(http, contract.writePreferences, (db, { investor, body }) => writePreferencesOf(db, investor.id, body));
  serveAvatars(http);
}
