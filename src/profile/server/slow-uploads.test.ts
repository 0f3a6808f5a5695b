import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { drawPng } from './testing/draw-png.ts';
import { sendPicture } from './testing/send-picture.ts';

let world: World;
let port: number;
let picture: Buffer;
beforeAll(async () => {
  world = await openWorld();
  picture = await drawPng({ width: 32, height: 32 });
  port = Number(new URL(await world.http.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => world.close());

/** Begins an upload whose end never comes. */
async function beginUpload({ token }: TestInvestor): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  await new Promise<void>((done) => void socket.once('connect', done));
  socket.write(
    `POST /api/user/avatar HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\n` +
      `Content-Length: 100000\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
  );
  return socket;
}

/** Waits until the server has begun to handle everything sent so far. */
async function settled(): Promise<void> {
  const connected = promisify(world.http.app.server.getConnections.bind(world.http.app.server));
  await expect.poll(connected, { interval: 20, timeout: 20_000 }).toBe(sockets.length);
  for (let n = 0; n < 20; n += 1) await world.ask({ method: 'GET', url: '/health/live' });
}

let sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});

test('[P2] uploads that one customer never finishes keep nobody else from theirs', async () => {
  const [mallory, ana] = [await world.investor(), await world.investor()];
  for (let n = 0; n < 4; n += 1) sockets.push(await beginUpload(mallory));
  await settled();
  expect((await sendPicture(world, ana, picture)).statusCode).toBe(200);
  // Not because they were given up meanwhile.
  expect(sockets.map((socket) => socket.destroyed)).not.toContain(true);
}, 60_000);

test('[P2] an upload whose sender left before its turn takes no place for good', async () => {
  const mallory = await world.investor();
  const others = await Promise.all(Array.from({ length: 12 }, () => world.investor()));
  for (let round = 0; round < 3; round += 1) {
    for (const other of [...others, mallory, mallory, mallory]) sockets.push(await beginUpload(other));
    await settled();
    for (const socket of sockets) socket.destroy();
    sockets = [];
    await settled();
  }
  expect((await sendPicture(world, await world.investor(), picture)).statusCode).toBe(200);
  expect((await sendPicture(world, mallory, picture)).statusCode).toBe(200);
}, 60_000);
