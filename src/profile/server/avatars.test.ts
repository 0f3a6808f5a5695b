import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { largestPictureBytes } from '../contract.ts';
import { sendPicture } from './testing/send-picture.ts';

let world: World;
let ana: TestInvestor;
let red: Buffer;
let blue: Buffer;

function paint(background: string, width = 300, height = 200): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

beforeAll(async () => {
  world = await openWorld();
  ana = await world.investor();
  [red, blue] = await Promise.all([paint('#f00'), paint('#00f')]);
});
afterAll(() => world.close());

async function avatarOf(investor: TestInvestor): Promise<string | null> {
  return (await investor.get('/api/user')).json().Avatar;
}

function fetchPicture(address: string) {
  return world.ask({ method: 'GET', url: address });
}

describe('a picture', () => {
  test('[P1] returns its address, which becomes the user’s avatar', async () => {
    const answer = await sendPicture(world, ana, red);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ Avatar: expect.stringMatching(/^\/api\/avatars\/[0-9a-f]{64}\.webp$/) });
    expect(await avatarOf(ana)).toBe(answer.json().Avatar);
  });

  test('[P2] is served as a small square WebP that cannot be sniffed as anything else and may be cached', async () => {
    const { Avatar } = (await sendPicture(world, ana, red)).json();
    const { statusCode, headers, rawPayload } = await fetchPicture(Avatar);
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp']);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
  });

  test('[P2] replaces and deletes the previous one', async () => {
    const before = (await sendPicture(world, ana, red)).json().Avatar;
    const after = (await sendPicture(world, ana, blue)).json().Avatar;
    expect((await fetchPicture(before)).statusCode).toBe(404);
    expect((await fetchPicture(after)).statusCode).toBe(200);
    expect(await world.db.query('SELECT FROM avatars WHERE customer_id = $1', [ana.id])).toHaveLength(1);
  });

  test('[P2] uploaded by two customers stays when one of them replaces it', async () => {
    const bruno = await world.investor();
    const brunos = (await sendPicture(world, bruno, red)).json().Avatar;
    const anas = (await sendPicture(world, ana, red)).json().Avatar;
    expect(anas).not.toBe(brunos);
    await sendPicture(world, ana, blue);
    expect([(await fetchPicture(brunos)).statusCode, await avatarOf(bruno)]).toEqual([200, brunos]);
  });

  test('[P2] is turned upright, and a wide one is cropped to its middle', async () => {
    const halves = await sharp(red)
      .extend({ right: 300, background: '#00f' })
      .extend({ left: 400, background: '#00f' })
      .png()
      .toBuffer();
    const turned = await sharp(await paint('#0f0', 400, 300))
      .composite([{ input: await paint('#f00', 400, 100), top: 0, left: 0 }])
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer();
    const colourAt = async (picture: Buffer, left: number, top: number) => {
      const { Avatar } = (await sendPicture(world, ana, picture)).json();
      const { rawPayload } = await fetchPicture(Avatar);
      return [
        ...(await sharp(rawPayload).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
      ].map((each) => Math.round(each / 255));
    };
    expect(await colourAt(halves, 128, 128)).toEqual([1, 0, 0]);
    expect(await colourAt(turned, 128, 10)).toEqual([0, 1, 0]);
    expect(await colourAt(turned, 128, 250)).toEqual([1, 0, 0]);
  });

  test('[P2] is stored in at most 100 kB, however noisy', async () => {
    const bytes = Buffer.from(
      Array.from({ length: 600 * 600 * 4 }, (_, at) => (Math.imul(at + 1, 2_654_435_761) >>> 24) ^ (at % 251)),
    );
    const noisy = await sharp(bytes, { raw: { width: 600, height: 600, channels: 4 } })
      .png()
      .toBuffer();
    const { Avatar } = (await sendPicture(world, ana, noisy)).json();
    expect((await fetchPicture(Avatar)).rawPayload.length).toBeLessThan(100_000);
  });
});

describe('refusals', () => {
  test('[P1] rejects a wrong type with File type is incorrect (415)', async () => {
    const answer = await sendPicture(world, ana, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    expect([answer.statusCode, answer.json()]).toEqual([415, { code: 'file_type', message: 'File type is incorrect' }]);
  });

  test('[P1] rejects more than 5 MB (413) over a real connection too, where the bytes arrive in chunks', async () => {
    const address = await world.http.app.listen({ port: 0 });
    for (const megabytes of [5.1, 6, 8]) {
      const body = new FormData();
      body.append('file', new Blob([Buffer.alloc(megabytes * 1024 * 1024)], { type: 'image/png' }), 'me.png');
      const sent = { method: 'POST', headers: { authorization: ana.token }, body };
      const answer = await fetch(`${address}/api/user/avatar`, sent);
      expect([megabytes, answer.status, await answer.json()]).toMatchObject([
        megabytes,
        413,
        { code: 'picture_too_large' },
      ]);
    }
  });

  test('[P1] rejects more than 5 MB (413); exactly 5 MB is judged by its content', async () => {
    const large = Buffer.concat([red, Buffer.alloc(largestPictureBytes - red.length)]);
    expect((await sendPicture(world, ana, large)).statusCode).toBe(200);
    const answer = await sendPicture(world, ana, Buffer.concat([large, Buffer.alloc(1)]));
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'picture_too_large']);
  });

  test('[P1] ignores the file name and type that were sent', async () => {
    expect((await sendPicture(world, ana, red, { filename: '../../x.exe', type: 'application/x-sh' })).statusCode).toBe(
      200,
    );
  });

  test('[P1] rejects a form without the file, and a body that is no form', async () => {
    expect((await sendPicture(world, ana, red, { field: 'picture' })).json()).toMatchObject({
      code: 'invalid_field',
      details: { field: 'file' },
    });
    const headers = { authorization: ana.token };
    for (const [type, payload] of [
      ['application/json', '{"file":"x"}'],
      ['image/png', red],
      ['text/plain', 'x'],
    ] as const) {
      const answer = await world.ask({
        method: 'POST',
        url: '/api/user/avatar',
        headers: { ...headers, 'content-type': type },
        payload,
      });
      expect([type, answer.statusCode]).toEqual([type, 415]);
    }
    const broken = { ...headers, 'content-type': 'multipart/form-data; boundary=x' };
    for (const payload of [
      '',
      '--x',
      '--x\r\n\r\n',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    ]) {
      const answer = await world.ask({ method: 'POST', url: '/api/user/avatar', headers: broken, payload });
      expect([payload, answer.statusCode < 500 && answer.statusCode >= 400]).toEqual([payload, true]);
    }
  });

  test('[P2] on a machine too busy to decode it in time, a good picture is not called a wrong file', async () => {
    const late = vi.spyOn(sharp.prototype, 'toBuffer').mockRejectedValueOnce(new Error('timeout: 42% complete'));
    const answer = await sendPicture(world, ana, red);
    late.mockRestore();
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([503, 'unavailable', '5']);
  });

  test('[P1] rejects an upload without a token, and forms on any other route', async () => {
    expect((await sendPicture(world, null, red)).statusCode).toBe(401);
    const headers = { authorization: ana.token, 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await world.ask({ method: 'POST', url: '/api/stake', headers, payload: '--x--' });
    expect(answer.statusCode).toBe(415);
  });

  test.each([
    'x',
    `${'0'.repeat(64)}.webp`,
    `${'0'.repeat(64)}.svg`,
    '..%2f..%2fetc%2fpasswd',
    '%00',
    `${'a'.repeat(63)}'.webp`,
  ])('[P2] answers 404 for picture %s', async (name) => {
    const answer = await fetchPicture(`/api/avatars/${name}`);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  });
});
