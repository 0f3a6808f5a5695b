import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { WrittenMail } from './carrier.ts';
import { createOutboxCarrier } from './outbox-carrier.ts';
import { readMail } from './testing/read-mail.ts';

const mail: WrittenMail = {
  unsubscribe: null,
  id: '3e1f0a52-6f0e-4f43-9d0a-1a2b3c4d5e6f',
  kind: 'auth.confirm',
  queuedAt: new Date('2026-03-02T12:00:00Z'),
  language: 'fa',
  from: '"Lastro" <no-reply@lastro.example>',
  to: 'ana@example.com',
  subject: 'ایمیل خود را تأیید کنید',
  text: 'سلام',
  html: '<p>سلام</p>',
};
let folder: string;

beforeEach(async () => void (folder = join(await mkdtemp(join(tmpdir(), 'h9-')), 'outbox')));

test('[A9] without a mail server an email becomes a file that any mail program opens', async () => {
  const { file } = await createOutboxCarrier(folder).carry(mail);
  const read = await readMail(await readFile(file ?? ''));
  expect(read).toMatchObject({
    to: ['ana@example.com'],
    subject: mail.subject,
    from: 'Lastro <no-reply@lastro.example>',
  });
  expect([read.text.trim(), read.html.trim()]).toEqual(['سلام', '<p>سلام</p>']);
});

test('[A9] the file is named by time and kind, not recipient, readable by its owner only, and written once', async () => {
  const carrier = createOutboxCarrier(folder);
  const { file = '' } = await carrier.carry(mail);
  await carrier.carry(mail);
  expect(basename(file)).toBe('2026-03-02T12-00-00-auth-confirm-3e1f0a52-6f0e-4f43-9d0a-1a2b3c4d5e6f.eml');
  expect(await readdir(folder)).toEqual([basename(file)]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('[A9] nothing in an email is fetched or read from disk, and no header can be injected', async () => {
  const subject = 'Hello\r\nBcc: eve@example.com';
  const html = '<img src="file:///etc/passwd"><img src="http://127.0.0.1:9/x.png">';
  const { file } = await createOutboxCarrier(folder).carry({ ...mail, subject, html });
  const read = await readMail(await readFile(file ?? ''));
  expect(read.headers.bcc).toBeUndefined();
  expect(read.html).toContain('file:///etc/passwd');
});
