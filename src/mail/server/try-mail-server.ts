import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { createTransport } from 'nodemailer';
import { within } from '#platform/server/fetch-within.ts';

export type MailTrial =
  | { kind: 'refused'; at: 'connect' | 'secrecy' | 'login'; why: string }
  | {
      kind: 'taken';
      /** Whether the connection is encrypted. */
      isSecret: boolean;
      offersSecrecy: boolean;
      /** Whether we disconnect rather than send unencrypted. */
      insists: boolean;
      /** On this machine, where nobody can eavesdrop. */
      isHere: boolean;
    };

interface Trial {
  patienceMs: number;
  /** An additional trusted certificate, for tests. */
  trusted?: string | undefined;
}

/** Connects to the mail server of `SMTP_URL`, switches to TLS if possible, logs in and disconnects. No email is sent. */
export async function tryMailServer(url: string, { patienceMs, trusted }: Trial): Promise<MailTrial> {
  const address = new URL(url);
  const isHere = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(address.hostname);
  const isTls = address.protocol === 'smtps:';
  const insists = isTls || address.searchParams.get('requireTLS') === 'true';
  const offersSecrecy = isTls ? false : await greet(address, patienceMs).catch(() => false);
  for (const name of ['connectionTimeout', 'greetingTimeout', 'dnsTimeout', 'socketTimeout'])
    address.searchParams.set(name, String(patienceMs));
  const transport = createTransport({ url: address.href, ...(trusted ? { tls: { ca: trusted } } : {}) });
  try {
    await transport.verify();
    return { kind: 'taken', isSecret: isTls || offersSecrecy, offersSecrecy, insists, isHere };
  } catch (error) {
    return refusalOf(error);
  } finally {
    transport.close();
  }
}

/** Whether the server offers STARTTLS after EHLO. */
async function greet({ hostname, port }: URL, patienceMs: number): Promise<boolean> {
  const socket = connect(Number(port || 587), hostname.replace(/^\[|\]$/g, ''));
  return within(patienceMs, async (late) => {
    late.addEventListener('abort', () => socket.destroy());
    return isSecrecyOffered(socket, late);
  });
}

async function isSecrecyOffered(socket: Socket, late: AbortSignal): Promise<boolean> {
  try {
    await once(socket, 'connect', { signal: late });
    let isGreeted = false;
    for await (const line of createInterface({ input: socket, signal: late })) {
      if (/^250[ -]STARTTLS\s*$/i.test(line)) return true;
      // A dash after the number means that more lines of the answer follow.
      if (/^\d{3}-/.test(line)) continue;
      if (isGreeted || !line.startsWith('220')) return false;
      isGreeted = true;
      socket.write('EHLO lastro.invalid\r\n');
    }
    return false;
  } finally {
    socket.destroy();
  }
}

/** Reports only a code: the server's own message may name the login. */
function refusalOf(error: unknown): MailTrial {
  const { code, responseCode, message } = error as { code?: unknown; responseCode?: unknown; message?: unknown };
  const why =
    typeof responseCode === 'number'
      ? `answer ${responseCode}`
      : typeof code === 'string'
        ? code
        : 'no reason was given';
  const isAboutTrust = /certificate|self.signed|altname|TLS/i.test(`${String(code)} ${String(message)}`);
  const at = code === 'EAUTH' ? 'login' : isAboutTrust ? 'secrecy' : 'connect';
  return { kind: 'refused', at, why };
}
