import { tryMailServer } from '#mail/server/try-mail-server.ts';
import { type Finding, fine, type Patient, patienceMs, unknown, warn, wrong } from './finding.ts';

const check = 'mail';

/** Checks that the mail server accepts us over a connection that nobody can read. Sends no email. */
export async function checkMail({ config, trusted }: Patient): Promise<Finding[]> {
  if (!config) return [unknown(check, 'unread')];
  if (!config.smtpUrl) return [fine(check, 'outbox', { folder: `${config.dataDir}/outbox` })];
  const tried = await tryMailServer(config.smtpUrl, { patienceMs, trusted });
  if (tried.kind === 'refused') return [wrong(check, 'refused', { why: tried.why }, tried.at)];
  if (!tried.isSecret && !tried.isHere && config.mode === 'production') return [wrong(check, 'plain')];
  if (tried.offersSecrecy && !tried.insists && !tried.isHere) return [warn(check, 'strippable')];
  return [fine(check, tried.isSecret ? 'over_tls' : 'here')];
}
