import * as z from 'zod/mini';
import { mostSent } from './code-schemas.ts';
import { foldCode } from './read-code.ts';
import { readEmail } from './read-email.ts';
import { isName, isShownText, readLine, readParagraphs, readShownText } from './read-name.ts';
import { phoneShape, readPhone } from './read-phone.ts';

/**
 * Schemas of what people type into a request, read as the browser reads it. Every text of a call's body that a person enters is one of
 * these; tidy-rules.test.ts requires it.
 */

/** An email address, as it is stored ({@link readEmail}). */
export const typedEmail = z.string().check(
  z.maxLength(mostSent),
  z.overwrite((typed) => readEmail(typed) ?? typed),
  z.refine((typed) => readEmail(typed) !== null),
);

/** A telephone number with its country code, as E.164. */
export const typedPhone = z.string().check(
  z.maxLength(mostSent),
  z.overwrite((typed) => readPhone(typed) ?? typed),
  z.regex(phoneShape),
);

/** A person's name: with a letter that can be seen, and nothing that cannot ({@link isName}). */
export const typedName = z
  .string()
  .check(z.maxLength(mostSent), z.overwrite(readShownText), z.maxLength(120), z.refine(isName));

/** What somebody calls a thing of theirs: as a name, but `1` will do. */
export const typedLabel = (most: number) =>
  z.string().check(z.maxLength(mostSent), z.overwrite(readShownText), z.maxLength(most), z.refine(isShownText));

/** A sentence that others read, or words to search by, in one line; empty unless `least` says otherwise. */
export const typedLine = (most: number, least = 0) =>
  z
    .string()
    .check(
      z.maxLength(most + mostSent),
      z.overwrite(readLine),
      z.minLength(least),
      z.maxLength(most),
      z.regex(/^\P{Cc}*$/u),
    );

/** The same in several lines and paragraphs. */
export const typedParagraphs = (most: number, least = 0) =>
  z
    .string()
    .check(
      z.maxLength(most + mostSent),
      z.overwrite(readParagraphs),
      z.minLength(least),
      z.maxLength(most),
      z.regex(/^[\P{Cc}\n]*$/u),
    );

/** The id of a customer, a position, a transfer or an award, as it is copied from a page or a mail. */
export const typedId = z.string().check(
  z.maxLength(mostSent),
  z.overwrite((typed) => foldCode(typed).toLowerCase()),
  z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
);
