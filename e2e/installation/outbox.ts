import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { type ReadMail, readMail } from '#mail/server/testing/read-mail.ts';
import { thisInstallation } from './this-installation.ts';

export type MailKind = 'confirm' | 'reset' | 'password-changed';

/** The mails of one kind that somebody has been sent, oldest first: the installation of the journeys has no mail server. */
export async function mailsTo(email: string, kind: MailKind): Promise<ReadMail[]> {
  const folder = join(thisInstallation().folder, 'outbox');
  const files = (await readdir(folder).catch(() => [])).filter(
    // What is still being written has another ending.
    (file) => file.includes(`auth-${kind}-`) && file.endsWith('.eml'),
  );
  const all = await Promise.all(files.toSorted().map((file) => readFile(join(folder, file))));
  // What does not even name them is not taken apart: by the end of a run that is hundreds.
  const mails = await Promise.all(all.filter((raw) => raw.includes(email)).map(readMail));
  return mails.filter(({ to }) => to.includes(email));
}

/** Waits for that many mails; the path and query of the link in the last one. */
export async function linkMailed(email: string, kind: MailKind, count = 1): Promise<string> {
  await expect.poll(async () => (await mailsTo(email, kind)).length, { intervals: [200] }).toBe(count);
  const { text = '' } = (await mailsTo(email, kind)).at(-1) ?? {};
  const { pathname, search } = new URL(/https?:\/\/\S+token=[\w-]+/.exec(text)?.[0] ?? 'http://no.link');
  return pathname + search;
}
