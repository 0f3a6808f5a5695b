import { languages } from '#platform/languages.ts';
import { products } from '#positions/registry.ts';

/**
 * What the house tells many customers at once: the same in five languages, with a link into the product alone, to all of them or to some.
 * Whom it is for is reckoned when it is told, of those who were customers when it began.
 */
export const fixedSegments = ['all', 'never_logged_in'] as const;

/** `product:stake`: who has one that runs; `language:fa`; `country:+55`: whose telephone number begins so. */
const shapes: readonly RegExp[] = [
  new RegExp(`^(${fixedSegments.join('|')})$`),
  new RegExp(`^product:(${products.join('|')})$`),
  new RegExp(`^language:(${languages.join('|')})$`),
  /^country:\+[1-9]\d{0,3}$/,
];

export function isSegment(typed: string): boolean {
  return shapes.some((shape) => shape.test(typed));
}

export const longestAnnouncement = 1000;

/** A path of the product, and no address of anywhere else. */
export const linkShape = /^\/[a-z0-9][a-z0-9/_?=&-]{0,200}$/;
