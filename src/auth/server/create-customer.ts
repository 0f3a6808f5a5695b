import { randomUUID } from 'node:crypto';
import { fallbackLanguage, type Language } from '#platform/languages.ts';
import type { Tx } from '#database/server/database.ts';
import { readShownText } from '#platform/typed/read-name.ts';
import { normaliseEmail } from '../email.ts';
import { refuseAuth } from '../refusals.ts';
import { insertCustomer, readIdByCode } from './customer-store.ts';
import { type TermsFees, termsVersion } from '../terms-versions.ts';
import { drawReferralCode, isReferralCode } from './referral-code.ts';

export interface CustomerDetails {
  email: string;
  name: string;
  phone: string;
  /** YYYY-MM-DD. */
  birth: string;
  /** Made by {@link PasswordWork}: code that creates many customers pays for one hash. */
  passwordHash: string;
  language?: Language;
  isEmailConfirmed?: boolean;
  /** Referral code of the customer who brought them. */
  code?: string | undefined;
  /** The fees that the terms named when accepted; defaults to those of the version. */
  termsFees?: TermsFees | undefined;
  /** Created on their behalf: they accept the terms themselves, at their first login. */
  owesTerms?: boolean | undefined;
  /** When they registered; defaults to now. Only the sandbox's people, whose history is made up, registered earlier. */
  registeredAt?: Date | undefined;
}

export interface CreatedCustomer {
  id: string;
  email: string;
  /** The new customer's own referral code. */
  code: string;
}

/** Creates a customer and their accounts, all at zero. Every customer is created here. */
export async function createCustomer(tx: Tx, details: CustomerDetails): Promise<CreatedCustomer> {
  const referrerId = details.code ? await requireReferrer(tx, details.code) : null;

  const customer = {
    ...details,
    id: randomUUID(),
    email: normaliseEmail(details.email),
    name: readShownText(details.name),
    isEmailConfirmed: details.isEmailConfirmed ?? false,
    language: details.language ?? fallbackLanguage,
    referrerId,
    termsAcceptedAt: details.registeredAt && acceptanceFor(details.registeredAt),
  };
  let code = drawReferralCode();
  while (!(await insertCustomer(tx, { ...customer, code }))) code = drawReferralCode();

  return { id: customer.id, email: customer.email, code };
}

/** The terms are accepted at registration, but not before the day on which their version takes effect. */
function acceptanceFor(registeredAt: Date): Date {
  const takesEffectAt = new Date(termsVersion);
  return registeredAt > takesEffectAt ? registeredAt : takesEffectAt;
}

async function requireReferrer(tx: Tx, code: string): Promise<string> {
  const id = isReferralCode(code) ? await readIdByCode(tx, code) : null;
  if (!id) throw refuseAuth('unknown_code');
  return id;
}
