import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { requireOne } from '#database/server/database.ts';
import { avatarPixels } from './encode-avatar.ts';
import { drawPng } from './testing/draw-png.ts';
import { canary, drawHostilePictures, type Hostile } from './testing/hostile-pictures.ts';
import { sendPicture } from './testing/send-picture.ts';

const megabyte = 1_048_576;
const mostGrowthMegabytes = 200;
let world: World;
let ana: TestInvestor;

beforeAll(async () => {
  world = await openWorld();
  ana = await world.investor();
});
afterAll(() => world.close());

/** The peak growth of the process since the start. */
function watchMemory(): () => number {
  const start = process.memoryUsage.rss();
  let largest = start;
  const timer = setInterval(() => void (largest = Math.max(largest, process.memoryUsage.rss())), 5);
  return () => {
    clearInterval(timer);
    return (Math.max(largest, process.memoryUsage.rss()) - start) / megabyte;
  };
}

async function readStored(): Promise<Buffer> {
  const sql = 'SELECT image FROM avatars WHERE customer_id = $1';
  return (await requireOne<{ image: Buffer }>(world.db, sql, [ana.id])).image;
}

async function warmUp(): Promise<void> {
  const picture = await drawPng({ width: 2_000, height: 2_000, colour: 2 });
  for (let at = 0; at < 5; at += 1) expect((await sendPicture(world, ana, picture)).statusCode).toBe(200);
}

/** Lists what is wrong with the response to one of them; empty if all is well. */
async function judge({ name, file, fate }: Hostile, before: Buffer): Promise<string[]> {
  const answer = await sendPicture(world, ana, file, { filename: `${canary}.svg`, type: 'text/html' });
  const after = await readStored();
  const complaints: string[] = [];
  if (answer.statusCode === 200) {
    if (fate === 'refused') complaints.push('was kept');
    if (after.includes(canary) || after.equals(file)) complaints.push('was stored as it was sent');
    const { format, width, height, exif, icc, xmp, pages } = await sharp(after).metadata();
    if (format !== 'webp' || width !== avatarPixels || height !== avatarPixels) complaints.push('is no square WebP');
    if (exif || icc || xmp || (pages ?? 1) > 1) complaints.push('kept more than the picture');
  } else {
    if (fate === 'kept') complaints.push('was refused');
    if (answer.statusCode !== 413 && answer.statusCode !== 415) complaints.push(`was answered ${answer.body}`);
    if (!after.equals(before)) complaints.push('was refused and still changed the picture');
  }
  return complaints.map((complaint) => `${name} ${complaint}`);
}

test('[P2] of three hundred hostile files none is stored as sent, takes 200 MB or causes a fault', async () => {
  await warmUp();
  const complaints: string[] = [];
  let sent = 0;
  for await (const hostile of drawHostilePictures()) {
    const before = await readStored();
    const grown = watchMemory();
    complaints.push(...(await judge(hostile, before)));
    const growth = grown();
    if (growth > mostGrowthMegabytes) complaints.push(`${hostile.name} took ${growth} MB`);
    sent += 1;
  }
  expect(complaints).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(300);
  expect(world.logLines.filter((line) => line.includes('"fault"') || line.includes(canary))).toEqual([]);
}, 300_000);

test('[P2] the largest accepted pictures, sent concurrently, stay within 200 MB together', async () => {
  await warmUp();
  const photo = await sharp({ create: { width: 5_700, height: 4_200, channels: 3, background: '#7a5' } })
    .jpeg({ progressive: true, quality: 60 })
    .toBuffer();
  const poster = await drawPng({ width: 7_000, height: 7_000, colour: 6, depth: 16 });
  const investors = await Promise.all(Array.from({ length: 12 }, () => world.investor()));
  const grown = watchMemory();
  const answers = await Promise.all(
    investors.map((investor, at) => sendPicture(world, investor, at % 2 === 0 ? photo : poster)),
  );
  const growth = grown();
  expect(answers.map((answer) => answer.statusCode)).toEqual(investors.map(() => 200));
  expect(growth).toBeLessThan(mostGrowthMegabytes);
}, 120_000);
