import type { MailContent, MailTemplates, OwedMail } from '#mail/server/mail-template.ts';
import { type Micros, micros, zero } from '#money/money.ts';
import { shownTotal } from '#money/shown.ts';
import { writeUsd } from '#money/write-usd.ts';
import { type Language, localeOf, saidIn } from '#platform/languages.ts';
import type { Config } from '#settings/server/config.ts';
import { type Database, readOne } from '#database/server/database.ts';
import { type EndNotice, registry, type SwitchedProduct, switchedProducts } from '#positions/registry.ts';
import { mailWords } from './mail-words.ts';
import { gets, withChoice } from './mail-choice-store.ts';
import { type NoticeRecord, readNoticesById } from './notice-store.ts';
import { noticeMails } from './owed-mails.ts';
import { type OptionalMail, optionalMails, type Unsubscribing } from './unsubscribing.ts';

type Site = Pick<Config, 'publicUrl' | 'brandName'>;

/** The input from which an email is written. */
interface Draft {
  site: Site;
  to: Pick<MailContent, 'to' | 'language'>;
  notices: [NoticeRecord, ...NoticeRecord[]];
}

/** The emails about notices; whether the customer wants them is checked when they are sent. */
export function noticeMailTemplates(db: Database, site: Site, unsubscribing: Unsubscribing): MailTemplates {
  const mail =
    (write: (draft: Draft) => MailContent, optionalOf: (first: NoticeRecord) => OptionalMail | null = () => null) =>
    async ({ customerId, about }: OwedMail): Promise<MailContent | null> => {
      if (!customerId) return null;
      const [first, ...rest] = await readNoticesById(db, customerId, (about.notices ?? '').split(' ').filter(Boolean));
      const reader = await readReader(db, customerId);
      if (!first || !reader) return null;
      const optional = optionalOf(first);
      if (optional && !reader.wants.includes(optional)) return null;
      const content = write({ site, to: reader.to, notices: [first, ...rest] });
      return optional ? { ...content, unsubscribe: unsubscribing.linkOf({ customerId, what: optional }) } : content;
    };
  return {
    [noticeMails.maturity]: mail(writeMaturity, () => 'maturities'),
    [noticeMails.withdrawal]: mail(writeWithdrawal, () => 'withdrawals'),
    [noticeMails.security]: mail(writeSecurity),
    [noticeMails.standing]: mail(writeStanding),
    // The customer requested this one email.
    [noticeMails.opening]: mail(writeOpening),
    [noticeMails.announcement]: mail(writeAnnouncement, ({ isOwed }) => (isOwed ? null : 'announcements')),
  };
}

interface Reader {
  to: Draft['to'];
  wants: readonly OptionalMail[];
}

/** Returns a customer's address, language and the optional emails that they get; without a choice, all of them. */
async function readReader(db: Database, id: string): Promise<Reader | null> {
  const row = await readOne<{ email: string; language: Language } & Record<OptionalMail, boolean>>(
    db,
    `SELECT c.email, c.language, ${optionalMails.map((each) => `${gets(each)} AS ${each}`).join()}
     FROM customers c ${withChoice} WHERE c.id = $1 AND c.erased_at IS NULL`,
    [id],
  );
  return (
    row && {
      to: { to: row.email, language: row.language },
      wants: optionalMails.filter((each) => row[each]),
    }
  );
}

function writeMaturity({ site, to, notices }: Draft): MailContent {
  const t = mailWords(to.language);
  const usd = (amount: Micros | null): string => presentUsd(amount, to.language);
  const came = (of: NoticeRecord): string => {
    const said = t(`maturity.${of.kind as EndNotice}`, { amount: usd(of.amount), profit: usd(of.profit) });
    if (of.withheld === null) return said;
    return t('maturity.both', { first: said, second: t('maturity.withheld', { withheld: usd(of.withheld) }) });
  };
  const back = shownTotal(
    notices.flatMap(({ amount, profit, withheld }) => [amount ?? zero, profit ?? zero, micros(-(withheld ?? zero))]),
  );
  return {
    ...to,
    subject: t('maturity.subject', { count: notices.length, brand: site.brandName }),
    heading: t('maturity.heading', { count: notices.length }),
    paragraphs: [...notices.slice(0, mostListed).map(came), t('maturity.back', { back: usd(back) })],
    action: { label: t('maturity.action'), url: `${site.publicUrl}/notices` },
    notes: [t('choice')],
  };
}

/** Longer lists are cut; the page shows all. */
const mostListed = 10;

function writeWithdrawal({ site, to, notices: [{ kind, amount, why, reason }] }: Draft): MailContent {
  const t = mailWords(to.language);
  const isDone = kind === 'withdrawal_complete';
  const set = isDone ? 'done' : 'canceled';
  const values = { amount: presentUsd(amount, to.language), brand: site.brandName };
  const because = why === 'refused_in_review' ? [t('withdrawal.because', { reason: reason ?? '' })] : [];
  return {
    ...to,
    subject: t(`withdrawal.${set}.subject`, values),
    heading: t(`withdrawal.${set}.heading`),
    paragraphs: [t(`withdrawal.${set}.text`, values), ...because],
    action: { label: t('withdrawal.action'), url: `${site.publicUrl}/history?tab=withdrawals` },
    notes: [t('withdrawal.notYou'), t('choice')],
  };
}

/** The kinds of notice with an email about access; the others have none. */
type AccessKind =
  | 'new_device'
  | 'phone_changed'
  | 'calendar_made'
  | 'second_key_added'
  | 'second_key_removed'
  | 'second_key_way_removed'
  | 'recovery_codes_renewed'
  | 'second_key_leaving'
  | 'recovery_code_used';

function writeSecurity({ site, to, notices: [{ kind, device, at }] }: Draft): MailContent {
  const t = mailWords(to.language);
  const change = kind as AccessKind;
  const brand = { brand: site.brandName };
  const when = new Intl.DateTimeFormat(localeOf(to.language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at);
  return {
    ...to,
    subject: t(`security.${change}.subject`, brand),
    heading: t(`security.${change}.heading`),
    paragraphs: [
      t(`security.${change}.text`, brand),
      change === 'new_device'
        ? t('security.when', { when, device: device ?? t('security.unknownDevice') })
        : t('security.at', { when }),
    ],
    action: { label: t('security.action'), url: `${site.publicUrl}/auth/recover` },
    notes: [t('security.notYou')],
  };
}

/** The kinds of notice with an email about the account's standing. */
type StandingKind =
  | 'account_frozen'
  | 'account_unfrozen'
  | 'account_viewed'
  | 'address_changing'
  | 'address_changed'
  | 'details_changing'
  | 'details_changed'
  | 'data_exported';

function writeStanding({ site, to, notices: [{ kind }] }: Draft): MailContent {
  const t = mailWords(to.language);
  const change = kind as StandingKind;
  const brand = { brand: site.brandName };
  return {
    ...to,
    subject: t(`standing.${change}.subject`, brand),
    heading: t(`standing.${change}.heading`),
    paragraphs: [t(`standing.${change}.text`, brand)],
    action: { label: t('standing.action'), url: `${site.publicUrl}/notices` },
    notes: [t('standing.note')],
  };
}

function writeOpening({ site, to, notices: [{ kind }] }: Draft): MailContent {
  const t = mailWords(to.language);
  const product = switchedProducts.find((each) => registry[each].openingNotice === kind) as SwitchedProduct;
  const brand = { brand: site.brandName };
  return {
    ...to,
    subject: t('opening.subject', brand),
    heading: t('opening.heading'),
    paragraphs: [t('opening.text', brand), t('opening.risk')],
    action: { label: t('opening.action'), url: `${site.publicUrl}${registry[product].screen}` },
    notes: [t('opening.note')],
  };
}

function writeAnnouncement({ site, to, notices: [{ subjects, texts, link, isOwed }] }: Draft): MailContent {
  const t = mailWords(to.language);
  const said = {
    subject: saidIn(subjects ?? {}, to.language) ?? t('announcement.subject', { brand: site.brandName }),
    text: saidIn(texts ?? {}, to.language) ?? '',
    link,
  };
  return layAnnouncement(site, to, said, isOwed ? [] : [t('choice')]);
}

/** The email of an announcement. */
export function layAnnouncement(
  site: Site,
  to: Draft['to'],
  { subject, text, link }: { subject: string; text: string; link: string | null },
  notes: readonly string[],
): MailContent {
  const t = mailWords(to.language);
  return {
    ...to,
    subject,
    heading: subject,
    paragraphs: text.split(/\n+/),
    action: { label: t('announcement.action'), url: `${site.publicUrl}${link ?? '/notices'}` },
    notes: [t('announcement.note', { brand: site.brandName }), ...notes],
  };
}

/** Always formatted as USD, as on the page (requirement B7). */
function presentUsd(amount: Micros | null, language: Language): string {
  return writeUsd(amount ?? zero, localeOf(language), 'latn');
}
