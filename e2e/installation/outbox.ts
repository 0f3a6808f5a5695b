import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { type ReadMail, readMail } from '#mail/server/testing/read-mail.ts';
import { thisInstallation } from './this-installation.ts';

export type MailKind = 'confirm' | 'reset' | 'password-changed';

/** Returns the emails of one kind sent to an address, oldest first; the installation of the journeys has no mail server. */
export async function mailsTo(email: string, kind: MailKind): Promise<ReadMail[]> {
  const folder = join(thisInstallation().folder, 'outbox');
  const files = (await readdir(folder).catch(() => [])).filter(
    // Files still being written have another extension.
    (file) => file.includes(`auth-${kind}-`) && file.endsWith('.eml'),
  );
  const all = await Promise.all(files.toSorted().map((file) => readFile(join(folder, file))));
  // Emails that do not mention the address are not parsed: by the end of a run there are hundreds.
  const mails = await Promise.all(all.filter((raw) => raw.includes(email)).map(readMail));
  return mails.filter(({ to }) => to.includes(email));
}

/** Waits for that many emails and returns the path and query of the link in the last one. */
export async function linkMailed(email: string, kind: MailKind, count = 1): Promise<string> {
  await expect.poll(async () => (await mailsTo(email, kind)).length, { intervals: [200] }).toBe(count);
  const { text = '' } = (await mailsTo(email, kind)).at(-1) ?? {};
  const { pathname, search } = new URL(/https?:\/\/\S+token=[\w-]+/.exec(text)?.[0] ?? 'http://no.link');
  return pathname + search;
}
