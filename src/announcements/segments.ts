import { languages } from '#platform/languages.ts';
import { products } from '#positions/registry.ts';

/**
 * The audiences of an announcement. An announcement says the same in the languages that they read, with a link within the product, and goes
 * to all customers or a segment. The segment is evaluated when it is sent, among those who were customers when it began.
 */
export const fixedSegments = ['all', 'never_logged_in'] as const;

/** What a segment is chosen from: `country` with a country's code. */
export const segmentKinds = [
  ...fixedSegments,
  ...products.map((product) => `product:${product}` as const),
  ...languages.map((language) => `language:${language}` as const),
  'country',
] as const;
export const countryShape = /^\+[1-9]\d{0,3}$/;

/** `product:stake`: customers with a running one; `language:fa`; `country:+55`: customers whose phone number starts with it. */
const shapes: readonly RegExp[] = [
  new RegExp(`^(${fixedSegments.join('|')})$`),
  new RegExp(`^product:(${products.join('|')})$`),
  new RegExp(`^language:(${languages.join('|')})$`),
  /^country:\+[1-9]\d{0,3}$/,
];

export function isSegment(typed: string): boolean {
  return shapes.some((shape) => shape.test(typed));
}

export const longestSubject = 120;
export const longestAnnouncement = 1000;

/** Who gets it by email too: nobody, who wants such emails, or everybody, because it is owed to them: changed terms, their safety. */
export const mailsTo = ['none', 'wanted', 'owed'] as const;
export type Mails = (typeof mailsTo)[number];

/** A path within the product, never an external address. */
export const linkShape = /^\/[a-z0-9][a-z0-9/_?=&-]{0,200}$/;
