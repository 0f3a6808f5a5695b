import { queueMailsOf } from '#mail/server/mail-queue.ts';
import type { MailContent, MailTemplates, OwedMail } from '#mail/server/mail-template.ts';
import { declaredCalled } from '#operator/server/all-commands.ts';
import type { Config } from '#settings/server/config.ts';
import type { Sql, Tx } from '#database/server/database.ts';
import { staffMailWords } from '#staff/server/mail-words.ts';
import { readStaff } from '#staff/server/staff-store.ts';
import { requestHours } from '../contract.ts';
import { decidersOf } from './policy.ts';
import { readRequest } from './request-store.ts';

const awaited = 'staff.request';

/** Queues an email to each who may decide on a request (R8), for as long as it may wait. */
export async function tellDeciders(tx: Tx, request: { id: string; command: string; makerId: string }): Promise<void> {
  await tx.query(
    queueMailsOf(
      `SELECT NULL::uuid AS customer_id, '${awaited}'::text AS kind, 'staff-request:' || $1::uuid || ':' || s.id AS cause,
         jsonb_build_object('staff', s.id, 'request', $1::uuid) AS about, ${requestHours * 60} AS minutes, false AS is_urgent
       FROM staff s WHERE s.role = ANY ($2::text[]) AND s.id <> $3 AND s.joined_at IS NOT NULL AND s.disabled_at IS NULL`,
    ),
    [request.id, decidersOf(request.command), request.makerId],
  );
}

type Site = Pick<Config, 'consoleUrl' | 'brandName'>;

export function requestMailTemplates(sql: Sql, site: Site): MailTemplates {
  return { [awaited]: (owed) => writeAwaited(sql, site, owed) };
}

/**
 * It names the action and who asks; what exactly it is about, which may be a customer's, is read in
 * the console. Nobody is written to about what is decided, or where their role has changed.
 */
async function writeAwaited(sql: Sql, site: Site, { about }: OwedMail): Promise<MailContent | null> {
  const [member, request] = [
    await readStaff(sql, about['staff'] ?? ''),
    await readRequest(sql, about['request'] ?? ''),
  ];
  const declared = request && declaredCalled(request.command);
  if (!member || member.disabledAt || !declared || request.state !== 'waiting') return null;
  if (!decidersOf(declared.name).includes(member.role)) return null;
  const { language, t } = staffMailWords(member);
  const { brandName: brand, consoleUrl } = site;
  return {
    to: member.email,
    language,
    subject: t('request.subject', { brand }),
    heading: t('heading', { brand }),
    paragraphs: [t('request.text', { maker: request.makerName, title: declared.words(language).title })],
    action: { label: t('request.action'), url: `${consoleUrl}/approvals/${request.id}` },
    notes: [t('request.note', { hours: requestHours })],
  };
}
