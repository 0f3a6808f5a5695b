import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Carrier, WrittenMail } from './carrier.ts';
import { mimeMessage } from './mime-message.ts';

/**
 * Without a mail server each mail becomes a file that any mail program opens. The files hold links that let their reader set a
 * password: only the user who runs the server may read them.
 */
export function createOutboxCarrier(folder: string): Carrier {
  const composer = createTransport({ streamTransport: true, buffer: true });
  return {
    async carry(mail) {
      const { message } = await composer.sendMail(mimeMessage(mail));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, fileName(mail));
      // Under another name until it is whole: whoever watches the folder never opens half a mail.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      return { file };
    },
    close: () => composer.close(),
  };
}

/** Sorted by time, and the same at every try. It does not say who it is for. */
function fileName({ queuedAt, kind, id }: WrittenMail): string {
  const when = queuedAt.toISOString().slice(0, 19).replaceAll(':', '-');
  return `${when}-${kind.replaceAll(/\W/g, '-')}-${id}.eml`;
}
