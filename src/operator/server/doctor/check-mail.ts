import { tryMailServer } from '#mail/server/try-mail-server.ts';
import { type Finding, fine, type Patient, patienceMs, unknown, warn, wrong } from './finding.ts';

const check = 'mail';

/** Checks that the mail server accepts us over a connection that nobody can read. Sends no email. */
export async function checkMail({ config, trusted }: Patient): Promise<Finding[]> {
  if (!config) return [unknown(check, 'not checked: the settings cannot be read', 'Fix the settings first.')];
  if (!config.smtpUrl) return [fine(check, `written to ${config.dataDir}/outbox, as in a sandbox`)];
  const tried = await tryMailServer(config.smtpUrl, { patienceMs, trusted });
  if (tried.kind === 'refused')
    return [wrong(check, `the mail server does not accept us: ${tried.why}`, remedies[tried.at])];
  if (!tried.isSecret && !tried.isHere && config.mode === 'production')
    return [
      wrong(
        check,
        'the mail server offers no STARTTLS: links that set passwords cross the network in plain text',
        'Use smtps://, or a mail server with STARTTLS.',
      ),
    ];
  if (tried.offersSecrecy && !tried.insists && !tried.isHere)
    return [
      warn(
        check,
        'it offers STARTTLS, but someone in between could remove the offer',
        'Add ?requireTLS=true to SMTP_URL.',
      ),
    ];
  return [
    fine(check, tried.isSecret ? 'the mail server accepts us, over TLS' : 'the mail server on this machine accepts us'),
  ];
}

const remedies = {
  connect: 'Correct the host and port of SMTP_URL, and allow them through the firewall.',
  secrecy: 'The server’s certificate is not for the host that SMTP_URL names, or is not trusted: name the right host.',
  login: 'Correct the user and password of SMTP_URL; percent-encode special characters.',
} as const;
