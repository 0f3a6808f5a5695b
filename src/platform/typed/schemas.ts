import * as z from 'zod/mini';
import { readCode, readDigits } from './read-code.ts';
import { readEmail } from './read-email.ts';

/**
 * Schemas of what people type into a request, read as the browser reads it. Every text of a call's body that a person enters is one of
 * these; tidy-rules.test.ts requires it.
 */

/** Longest text that is read at all: invisible characters may come on top of what is kept. */
const mostSent = 1000;

/** An email address, as it is stored ({@link readEmail}). */
export const typedEmail = z.string().check(
  z.maxLength(mostSent),
  z.overwrite((typed) => readEmail(typed) ?? typed),
  z.refine((typed) => readEmail(typed) !== null),
);

/** A referral or promotional code, also within its link ({@link readCode}). Whether there is such a code is another question. */
export const typedCode = z.string().check(z.maxLength(mostSent), z.overwrite(readCode), z.maxLength(100));

/** The digits that an authenticator app shows. */
export const typedDigits = z.string().check(z.maxLength(100), z.overwrite(readDigits), z.maxLength(20));
