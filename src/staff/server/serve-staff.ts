import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerOf, BodyOf, EndpointShape, ParamsOf, QueryOf } from '#platform/endpoint.ts';
import { chooseLanguage, type Language } from '#platform/languages.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { writeAnswer } from '#http/server/answer.ts';
import { contentDisposition } from '#http/server/content-disposition.ts';
import type { Database } from '#database/server/database.ts';
import type { Http } from '#http/server/http.ts';
import { isLate, noteLookUp } from '#http/server/late-call.ts';
import { readRecent } from '#http/server/read-long.ts';
import { readInput } from '#http/server/read-request.ts';
import { refuseStaff } from '../refusals.ts';
import type { Role } from '../roles.ts';
import type { Entered } from './enter-staff.ts';
import type { StaffMember } from './staff-member.ts';
import { type Arrival, readStaffSession } from './staff-sessions.ts';

/** What a console use case receives of the request. */
export interface StaffCall<E extends EndpointShape> extends Arrival {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  language: Language;
  /** Null where no login is required. */
  member: E['access'] extends 'staff' ? StaffMember : null;
  /** Maximum age of the data in milliseconds when it is read from a replica; null when it is current. */
  behindMs: number | null;
  /** The session's token; empty when there is none. */
  token: string;
  /** Sets the browser's cookies after a sign-in: the session's, and the one by which the browser is known the next time. */
  setEntered(entered: Entered): void;
  /** Sets the browser's session cookie, or clears it. */
  setSession(token: string | null): void;
  /** The browser's token for a visit to the provider; empty when there is none. */
  visit: string;
  setVisit(token: string | null): void;
}

export interface StaffPage<Row> {
  rows: Row[];
  next: string | null;
}

type StaffAnswer<E extends EndpointShape> = E extends { file: true }
  ? StaffFile
  : E extends { pages: true }
    ? AnswerOf<E> extends (infer Row)[]
      ? StaffPage<Row>
      : never
    : AnswerOf<E>;

export type StaffUseCase<E extends EndpointShape> = (
  db: Database,
  call: StaffCall<E>,
) => Promise<E extends { answer: object } | { file: true } ? StaffAnswer<E> : void>;

/** A served console call, recorded so that the roles of every call can be listed. */
export interface ServedCall {
  shape: EndpointShape;
  /** Null admits every member; not checked for calls that need no login. */
  roles: readonly Role[] | null;
}

declare module 'fastify' {
  interface FastifyInstance {
    staffCalls?: ServedCall[];
  }
}

/**
 * Serves a console call to members with one of these roles (null: all). Like `serve`, but the caller is identified by a cookie, so a call
 * that changes something is accepted only from the console's own pages.
 */
export function serveStaff<E extends EndpointShape>(
  http: Http,
  shape: E,
  roles: readonly Role[] | null,
  useCase: StaffUseCase<E>,
): void {
  (http.app.staffCalls ??= []).push({ shape, roles });
  http.app.route({
    method: shape.method,
    url: shape.path,
    config: { shape },
    ...(shape.bodyBytes !== undefined && { bodyLimit: shape.bodyBytes }),
    // Before the body is read: a stranger learns nothing about it and costs nothing.
    onRequest: async (request) => {
      if (shape.method !== 'GET') requireOwnPage(request);
      request.staff = shape.access === 'staff' ? await requireMember(http, request, roles) : null;
    },
    handler: async (request, reply) => {
      // The whole call is here, perhaps long after its first bytes: who sends it counts as they are now.
      if (isLate(http, request)) request.staff = await requireMember(http, request, roles);
      const call = {
        params: readInput(shape.params, request.params),
        query: readInput(shape.query, request.query),
        body: readInput(shape.body, request.body),
        language: chooseLanguage(request.headers['accept-language']),
        address: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        member: request.staff,
        token: readCookie(request, cookieName(http)),
        setSession: (token: string | null) =>
          void reply.header('Set-Cookie', writeCookie(http, cookieName(http), token)),
        device: readCookie(request, deviceCookieName(http)),
        setEntered: ({ session, device }: Entered) =>
          void reply
            .header('Set-Cookie', writeCookie(http, cookieName(http), session))
            .header('Set-Cookie', `${writeCookie(http, deviceCookieName(http), device)}; Max-Age=${deviceSeconds}`),
        visit: readCookie(request, visitCookieName(http)),
        setVisit: (token: string | null) =>
          void reply.header('Set-Cookie', writeCookie(http, visitCookieName(http), token)),
      };
      const work = (db: Database, behindMs: number | null): Promise<unknown> =>
        useCase(db, { ...call, behindMs } as unknown as StaffCall<E>);
      const isLong = shape.heavy === true && shape.method === 'GET';
      const answer = await (isLong ? readRecent(http, reply, work) : work(http.db, null));
      return sendAnswer(shape, answer, request, reply);
    },
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    staff: StaffMember | null;
  }
}

/** Answer of a call that returns a file. */
export interface StaffFile {
  name: string;
  type: string;
  content: Readable;
  /** Length in bytes, where known. */
  bytes?: number;
}

function sendAnswer(shape: EndpointShape, answer: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (shape.file) {
    const { name, type, content, bytes } = answer as StaffFile;
    if (bytes !== undefined) reply.header('Content-Length', bytes);
    return reply
      .type(type)
      .header('Content-Disposition', contentDisposition(name, name))
      .header('Cache-Control', 'no-store')
      .send(content);
  }
  const page = shape.pages ? (answer as StaffPage<unknown>) : null;
  if (page?.next) {
    const next = new URL(request.url, 'http://page');
    next.searchParams.set('after', page.next);
    reply.header('Link', `<${next.pathname}${next.search}>; rel="next"`);
  }
  const { status, text } = writeAnswer(shape, page ? page.rows : answer);
  reply.code(status);
  return text ? reply.type('application/json; charset=utf-8').send(text) : reply.send();
}

async function requireMember(http: Http, request: FastifyRequest, roles: readonly Role[] | null): Promise<StaffMember> {
  const token = readCookie(request, cookieName(http));
  if (!/^[\w-]{43}$/.test(token)) throw refusePlatform('unauthenticated');
  const member = await http.gate.identify(request, undefined, () => requireSession(http, token));
  if (roles && !roles.includes(member.role)) throw refuseStaff('role_may_not');
  noteLookUp(request);
  return member;
}

async function requireSession(http: Http, token: string): Promise<StaffMember> {
  const member = await readStaffSession(http.db, token);
  if (!member) throw refusePlatform('unauthenticated');
  return member;
}

/**
 * Browsers attach the cookie to requests of any page. SameSite=Strict excludes other sites; this excludes the rest, by a header that no
 * form can set and no other origin may send, and by the browser's own statement of where the call comes from.
 */
function requireOwnPage({ headers }: FastifyRequest): void {
  const from = headers['sec-fetch-site'];
  const isForeign = from !== undefined && from !== 'same-origin';
  if (headers['console'] !== '1' || isForeign) throw refuseStaff('foreign_site');
}

/** The prefix makes browsers accept the cookie only over https from this exact host; they reject it where there is no https. */
export function cookieName(http: Pick<Http, 'config'>): string {
  return http.config.publicUrl.startsWith('https:') ? '__Host-lastro-console' : 'lastro-console';
}

/** A separate cookie, which grants no access. */
function visitCookieName(http: Pick<Http, 'config'>): string {
  return `${cookieName(http)}-visit`;
}

/** By which a browser is known: it shuts nobody in or out by itself, and outlives the session. */
function deviceCookieName(http: Pick<Http, 'config'>): string {
  return `${cookieName(http)}-device`;
}

const deviceSeconds = 365 * 24 * 60 * 60;

function readCookie({ headers }: FastifyRequest, name: string): string {
  const pair = (headers.cookie ?? '').split(';').find((each) => each.trim().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1) ?? '';
}

/** Without expiry: the cookie ends with the browser, and the server decides when the session ends. */
function writeCookie(http: Http, name: string, token: string | null): string {
  const secure = http.config.publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${name}=${token ?? ''}; Path=/; HttpOnly; SameSite=Strict${secure}${token === null ? '; Max-Age=0' : ''}`;
}
