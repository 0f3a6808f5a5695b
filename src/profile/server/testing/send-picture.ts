import type { Response } from 'light-my-request';
import type { TestInvestor, World } from '#testing/server/world.ts';

const boundary = 'lastro-test-form-boundary';

interface Sent {
  field?: string;
  filename?: string;
  type?: string;
}

/** Sends a picture as a browser's form does, under any name and type. */
export function sendPicture(
  world: World,
  asker: Pick<TestInvestor, 'token'> | null,
  file: Buffer,
  sent: Sent = {},
): Promise<Response> {
  const form = writeForm(file, sent);
  return world.ask({
    method: 'POST',
    url: '/api/user/avatar',
    headers: {
      'content-type': form.type,
      'accept-language': 'en',
      ...(asker ? { authorization: asker.token } : {}),
    },
    payload: form.body,
  });
}

/** The form with the picture in it, as a browser writes it. */
export function writeForm(file: Buffer, sent: Sent = {}): { type: string; body: Buffer } {
  const { field = 'file', filename = 'me.png', type = 'image/png' } = sent;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
