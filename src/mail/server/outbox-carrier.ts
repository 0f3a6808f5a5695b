import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Carrier, WrittenMail } from './carrier.ts';
import { mimeMessage } from './mime-message.ts';

/**
 * Without a mail server, writes each email to a file that any email program opens. The files contain links that let their reader set a
 * password, so only the user who runs the server may read them.
 */
export function createOutboxCarrier(folder: string): Carrier {
  const composer = createTransport({ streamTransport: true, buffer: true });
  return {
    async carry(mail) {
      const { message } = await composer.sendMail(mimeMessage(mail));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, fileName(mail));
      // Written under another name until complete, so that a program watching the folder never opens half an email.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      return { file };
    },
    close: () => composer.close(),
  };
}

/** Sorts by time, is the same for every attempt and does not reveal the recipient. */
function fileName({ queuedAt, kind, id }: WrittenMail): string {
  const when = queuedAt.toISOString().slice(0, 19).replaceAll(':', '-');
  return `${when}-${kind.replaceAll(/\W/g, '-')}-${id}.eml`;
}
