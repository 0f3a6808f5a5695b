import type { MailContent, MailTemplates } from '#mail/server/mail-template.ts';
import type { Config } from '#settings/server/config.ts';
import type { Database } from '#database/server/database.ts';
import { drawToken } from '#platform/server/secret-token.ts';
import { closedHours, lostLinkMinutes, removalHours } from '../use-contract.ts';
import { readFactorStatus } from './key-store.ts';
import { mailWords } from './mail-words.ts';
import { insertLostLink } from './removal-store.ts';
import type { SecondFactorParts } from './second-factor-parts.ts';

export const lostKeyMail = 'second-key.lost';

type Site = Pick<Config, 'publicUrl' | 'brandName'>;
type Parts = Pick<SecondFactorParts, 'clock'> & { login: Pick<SecondFactorParts['login'], 'readAddressee'> };

/** The email to a customer who lost their second factor. Its token is created when the email is sent; nobody has it earlier. */
export function secondFactorMailTemplates(db: Database, site: Site, parts: Parts): MailTemplates {
  return { [lostKeyMail]: async ({ customerId }) => (customerId ? writeLostKey(db, site, parts, customerId) : null) };
}

async function writeLostKey(db: Database, site: Site, parts: Parts, customerId: string): Promise<MailContent | null> {
  const now = parts.clock.now();
  const customer = await parts.login.readAddressee(db, customerId);
  const { since } = await readFactorStatus(db, customerId, now);
  if (!customer || !since) return null;
  const token = drawToken(customerId);
  const recipient = { customerId, email: customer.email };
  const expiresAt = new Date(now.getTime() + lostLinkMinutes * 60_000);
  if (!(await insertLostLink(db, recipient, token, expiresAt))) return null;
  const t = mailWords(customer.language);
  return {
    to: customer.email,
    language: customer.language,
    subject: t('lost.subject', { brand: site.brandName }),
    heading: t('lost.heading'),
    paragraphs: [
      t('lost.text', { brand: site.brandName }),
      t('lost.waits', { wait: removalHours, closed: closedHours }),
    ],
    action: { label: t('lost.action'), url: `${site.publicUrl}/auth/second-key?token=${token}` },
    notes: [t('lost.good', { minutes: lostLinkMinutes }), t('lost.notYou')],
  };
}
