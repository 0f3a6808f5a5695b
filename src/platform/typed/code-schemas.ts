import * as z from 'zod/mini';
import { readCode, readDigits } from './read-code.ts';

/** Schemas of codes that people type, as in schemas.ts, apart from it: the first load carries only these. */

/** Longest text that is read at all: invisible characters may come on top of what is kept. */
export const mostSent = 1000;

/** A referral or promotional code, also within its link ({@link readCode}). Whether there is such a code is another question. */
export const typedCode = z.string().check(z.maxLength(mostSent), z.overwrite(readCode), z.maxLength(100));

/** The digits that an authenticator app shows. */
export const typedDigits = z.string().check(z.maxLength(100), z.overwrite(readDigits), z.maxLength(20));
