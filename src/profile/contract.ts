import * as z from 'zod/mini';
import { answerAmount } from '#money/amount.ts';
import { endpoint } from '#platform/endpoint.ts';
import { languages } from '#platform/languages.ts';
import { unreadPathPart } from '#platform/unread-path-part.ts';

/** The customer's own record: who they are, what they hold, and when this session ends. */
export const user = z.object({
  Uuid: z.uuid(),
  Email: z.string(),
  EmailConfirmed: z.boolean(),
  Name: z.string(),
  Phone: z.string(),
  Birth: z.iso.date(),
  /** The picture's URL, on the API's own host. */
  Avatar: z.nullable(z.string()),
  Code: z.string(),
  Balance: answerAmount,
  Hasbot: z.boolean(),
  Language: z.enum(languages),
  SessionExpires: z.iso.datetime(),
  /** Since when their money has been stopped; null if it is not. */
  Frozen: z.nullable(z.iso.datetime()),
  /** Set until they have accepted the terms of use, which customers created by the operator do at their first login. */
  TermsOwed: z.optional(z.literal(true)),
});
export type User = z.output<typeof user>;

export const readUser = endpoint({
  method: 'GET',
  path: '/api/user',
  access: 'investor',
  summary: 'The calling customer',
  answer: user,
});

/** The oldest birth date that is not a typing error. */
const earliestBirth = '1900-01-01';

export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/user/:phone/:birth',
  access: 'investor',
  summary:
    'Change phone, birth date or both; omitted values stay as they are. Only the body counts, the path parts are ignored: send “-”',
  params: z.object({ phone: unreadPathPart, birth: unreadPathPart }),
  body: z.object({
    /** With the country code; spaces, dashes and brackets are optional. */
    phone: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
    birth: z.optional(z.iso.date().check(z.refine((date) => date >= earliestBirth))),
  }),
  answer: user,
  refusals: ['invalid_phone', 'under_age'],
});

/** The maximum size of an uploaded picture; the stored one is much smaller (server/encode-avatar.ts). */
export const largestPictureBytes = 5 * 1024 * 1024;
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;

export const uploadAvatar = endpoint({
  method: 'POST',
  path: '/api/user/avatar',
  access: 'investor',
  summary: 'Replace the picture: PNG, JPEG or WebP up to 5 MB, stored as a small square WebP without metadata',
  upload: true,
  body: z.object({ file: z.file() }),
  answer: z.object({ Avatar: z.string() }),
  refusals: ['file_type', 'picture_too_large', 'too_many_attempts'],
});

/** The customer's choices, on all devices; null if they never chose and each browser decides. */
export const preferences = z.object({
  Language: z.nullable(z.enum(languages)),
  Theme: z.nullable(z.enum(['dark', 'light'])),
});
export type Preferences = z.output<typeof preferences>;

export const readPreferences = endpoint({
  method: 'GET',
  path: '/api/preferences',
  access: 'investor',
  summary: 'The customer’s chosen language and theme',
  answer: preferences,
});

export const writePreferences = endpoint({
  method: 'PUT',
  path: '/api/preferences',
  access: 'investor',
  summary: 'Choose a language (also used for e-mails), a theme, or both; omitted values stay as they are',
  body: z.object({ language: z.optional(z.enum(languages)), theme: z.optional(z.enum(['dark', 'light'])) }),
  answer: preferences,
});
