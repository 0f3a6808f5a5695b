import { buffer } from 'node:stream/consumers';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { type ReadMail, readMail } from './read-mail.ts';

/** A failure on the server's side. */
export type Mishap =
  /** The recipient is unknown, permanently. */
  | 'unknown-reader'
  /** Temporarily refused. */
  | 'later'
  /** Accepted, but the connection breaks before that is reported. */
  | 'taken-in-silence'
  /** The login is refused. */
  | 'wrong-login'
  /** Sends a bit of its answer twice a second and never finishes. */
  | 'dawdling';

/** A mail server: real SMTP on its own port, which stores what it accepts. */
export interface SmtpInbox {
  url: string;
  mails: ReadMail[];
  /** Applies this failure to every email from now on; null for none. */
  suffer(mishap: Mishap | null): void;
  close(): Promise<void>;
}

function dawdle({ connections }: SMTPServer, id: string): void {
  const { _socket: socket } = [...connections].find((each) => (each as { id?: string }).id === id) as unknown as {
    _socket: Socket;
  };
  const saying = setInterval(() => socket.write('250-wait\r\n'), 500);
  socket.once('close', () => clearInterval(saying));
}

export async function openSmtpInbox(): Promise<SmtpInbox> {
  const mails: ReadMail[] = [];
  let mishap: Mishap | null = null;
  const refuse = (code: number, words: string) => Object.assign(new Error(words), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) =>
      mishap === 'wrong-login' ? done(refuse(535, `no ${username}`)) : done(null, { user: username ?? '' }),
    onRcptTo: ({ address }, _session, done) =>
      mishap === 'unknown-reader' ? done(refuse(550, `no such reader ${address}`)) : done(),
    async onData(stream, session, done) {
      const raw = await buffer(stream);
      if (mishap === 'dawdling') return dawdle(server, session.id);
      if (mishap === 'later') return done(refuse(451, `not now, ${session.envelope.rcptTo[0]?.address ?? ''}`));
      mails.push(await readMail(raw));
      if (mishap !== 'taken-in-silence') return done();
      for (const connection of server.connections) connection.close();
    },
  });
  // Clients that hang up are expected in these tests.
  server.on('error', () => {});
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://lastro:secret@127.0.0.1:${port}`,
    mails,
    suffer: (next) => void (mishap = next),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
