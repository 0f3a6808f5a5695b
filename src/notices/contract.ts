import * as z from 'zod/mini';
import { answerAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';
import { languages } from '#platform/languages.ts';
import { pageFields } from '#platform/pages.ts';
import { products, registry, switchedProducts } from '#positions/registry.ts';

/**
 * Notices tell the customer, unprompted, that an investment ended, a transfer with the brokerage completed or failed, the network earned
 * them something, or somebody got into their account. A notice is created once per cause; its text is chosen where it is displayed. The
 * stream only signals that something changed; a refetch shows what.
 */
export const noticeKinds = [
  ...products.map((product) => registry[product].notice),
  'deposit_complete',
  'deposit_canceled',
  'withdrawal_waiting',
  'withdrawal_complete',
  'withdrawal_canceled',
  'correction_credited',
  'correction_debited',
  'bonus_received',
  'residual_received',
  'new_device',
  'password_changed',
  'phone_changed',
  'calendar_made',
  'second_key_added',
  'second_key_removed',
  'second_key_way_removed',
  'recovery_codes_renewed',
  'second_key_leaving',
  'second_key_stays',
  'recovery_code_used',
  'account_frozen',
  'account_unfrozen',
  'account_viewed',
  'address_changing',
  'address_kept',
  'address_changed',
  'details_changing',
  'details_kept',
  'details_changed',
  'data_exported',
  ...switchedProducts.map((product) => registry[product].openingNotice),
  'announcement',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

const byLanguage = z.partialRecord(z.enum(languages), z.string());

export const notice = z.object({
  Id: z.uuid(),
  Date: z.iso.datetime(),
  Kind: z.enum(noticeKinds),
  Read: z.boolean(),
  /** The amount invested, transferred or received; null where no money moved. */
  Amount: z.nullable(answerAmount),
  /** The profit of a position that ended; negative for a loss. */
  Profit: z.nullable(answerAmount),
  /** The part of the profit withheld as tax; absent if none. */
  Withheld: z.optional(answerAmount),
  /** The number of the day's awards that it covers. */
  Count: z.nullable(z.int()),
  /** Why a transfer failed, with the operator's words if an operator refused it. */
  Why: z.nullable(z.enum(['insufficient_funds', 'refused', 'refused_in_review', 'corrected'])),
  Reason: z.nullable(z.string()),
  /** The device that logged in, like `Chrome · Android`. */
  Device: z.nullable(z.string()),
  /** The position or transfer concerned. */
  Reference: z.nullable(z.uuid()),
  /** The term of the stake that matured, so that the same can be opened again; absent otherwise. */
  Days: z.optional(z.int()),
  /**
   * A message of the house to many customers: plain text by language, in those that its readers have, and a path within the product. Those
   * made before there were subjects have none.
   */
  Announcement: z.optional(z.object({ Subjects: byLanguage, Texts: byLanguage, Link: z.nullable(z.string()) })),
});
export type Notice = z.output<typeof notice>;

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/notices',
  access: 'investor',
  summary: 'The customer’s notices',
  query: z.object(pageFields),
  answer: z.array(notice),
  pages: true,
});

/** Counting stops here. */
export const mostCounted = 100;

const unread = z.object({ Count: z.int() });

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/notices/unread',
  access: 'investor',
  summary: `How many notices are unread, up to ${mostCounted}`,
  answer: unread,
});

export const mostAtOnce = 100;

export const readNotices = endpoint({
  method: 'POST',
  path: '/api/notices/read',
  access: 'investor',
  summary: 'Mark notices as read: one and everything older, or those listed. Returns how many are left unread',
  body: z
    .object({
      upto: z.optional(z.uuid()),
      ids: z.optional(z.array(z.uuid()).check(z.minLength(1), z.maxLength(mostAtOnce))),
    })
    .check(z.refine(({ upto, ids }) => (upto === undefined) !== (ids === undefined), { path: ['upto'] })),
  answer: unread,
});

/** The emails the customer wants. Those about access to the account cannot be turned off. */
export const mailChoice = z.object({ Maturities: z.boolean(), Withdrawals: z.boolean(), Announcements: z.boolean() });
export type MailChoice = z.output<typeof mailChoice>;

export const readMailChoice = endpoint({
  method: 'GET',
  path: '/api/notices/letters',
  access: 'investor',
  summary: 'The e-mails the customer has chosen to get',
  answer: mailChoice,
});

const chosenMails = z.object({
  maturities: z.optional(z.boolean()),
  withdrawals: z.optional(z.boolean()),
  announcements: z.optional(z.boolean()),
});
export type ChosenMails = z.output<typeof chosenMails>;

export const chooseMails = endpoint({
  method: 'PUT',
  path: '/api/notices/letters',
  access: 'investor',
  summary: 'Choose which e-mails to get; omitted choices stay as they are',
  body: chosenMails,
  answer: mailChoice,
});

export const followEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  access: 'investor',
  summary:
    'A stream of server-sent events: “hello” when it begins, with the milliseconds since the customer’s data last changed, at most a minute (quietMs); “changed” with topics (money, notices, sessions) whenever the customer’s data is to be refetched; “ended” with the session; “moved” when the server is about to stop: reconnect immediately, and refetch everything after “hello”',
  stream: true,
  status: 200,
  refusals: ['too_many_streams'],
});

/** Per customer and process. */
export const mostStreams = 10;
