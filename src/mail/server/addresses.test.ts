import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { readEmail } from '#platform/typed/read-email.ts';
import { createSmtpCarrier } from './smtp-carrier.ts';

/** A mail server that says yes to everything: the lines that it is sent. */
async function hearMail(carry: (url: string) => Promise<void>): Promise<string[]> {
  const lines: string[] = [];
  const server = createServer((socket) => {
    let isData = false;
    const say = (code: string) => socket.write(`${code} yes\r\n`);
    say('220');
    createInterface(socket).on('line', (line) => {
      lines.push(line);
      if (line === '.') isData = false;
      if (isData) return;
      isData = line === 'DATA';
      say(isData ? '354' : '250');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  await carry(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.close();
  return lines;
}

test.each([
  'r&d@example.com',
  "o'neil@example.com",
  '{a|b}/c=d@example.com',
  'ana@xn--e1afmkfd.xn--p1ai',
  '"two words"@example.com',
  '"a@b"@example.com',
  '"a, b"@example.com',
  '"a\\"b\\\\c"@example.com',
])('[L12] a mail to %s reaches it, and no other', async (to) => {
  expect(readEmail(to)).toBe(to);
  const content = { language: 'en' as const, subject: 'Hello', text: 'Good day.', html: '<p>Good day.</p>' };
  const mail = {
    ...content,
    id: 'one',
    kind: 'greeting',
    queuedAt: new Date(),
    unsubscribe: null,
    from: 'Lastro <no-reply@lastro.example>',
    to,
  };
  const lines = await hearMail(async (url) => {
    const carrier = createSmtpCarrier(url, { connectMs: 5000, answerMs: 5000 });
    await carrier.carry(mail);
    carrier.close();
  });
  expect(lines.filter((line) => /^(RCPT|To:|Cc:|Bcc:)/i.test(line))).toEqual([
    `RCPT TO:<${to}>`,
    expect.stringMatching(/^To: /),
  ]);
  expect(lines.find((line) => line.startsWith('To: '))?.replaceAll(/^To: <?|>?$/g, '')).toBe(to);
});
