import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languages } from '#platform/languages.ts';
import { openWorld, type World } from '#testing/server/world.ts';

interface Icon {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
}

interface Manifest {
  name: string;
  short_name: string;
  description: string;
  lang: string;
  dir: string;
  icons: Icon[];
  shortcuts: { name: string; url: string; icons: Icon[] }[];
}

let world: World;
beforeAll(async () => void (world = await openWorld({ env: { BRAND_NAME: 'Casa' } })));
afterAll(() => world.close());

async function read(language: string) {
  const answer = await world.ask({
    method: 'GET',
    url: '/manifest.webmanifest',
    headers: { 'accept-language': language },
  });
  return { answer, manifest: answer.json<Manifest>() };
}

test("the manifest gives the installation's own name, start page and appearance", async () => {
  const { answer, manifest } = await read('pt-BR');
  expect(answer.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-cache');
  expect(answer.headers.vary).toMatch(/accept-language/i);
  expect(manifest).toMatchObject({
    id: '/',
    name: 'Casa',
    short_name: 'Casa',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    theme_color: '#0a0e13',
    background_color: '#0a0e13',
  });
  expect(manifest.shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['Nova Stake', '/stake?dialog=new-stake'],
    ['Trazer da Corretora', '/dashboard?dialog=deposit'],
    ['Sacar', '/dashboard?dialog=withdraw'],
  ]);
});

test('[B7] the manifest comes in five languages, each in its direction', async () => {
  const said = new Set<string>();
  for (const language of languages) {
    const { manifest } = await read(language);
    expect([manifest.lang, manifest.dir]).toEqual([language, language === 'fa' ? 'rtl' : 'ltr']);
    said.add(`${manifest.description} ${manifest.shortcuts.map(({ name }) => name).join()}`);
  }
  expect(said.size).toBe(languages.length);
});

test('every icon is an image of its stated size, and cacheable for a day', async () => {
  const { manifest } = await read('en');
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '192x192 maskable', '512x512 maskable']),
  );
  const icons = [...manifest.icons, ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons)];
  icons.push({ src: '/icons/apple-touch-icon.png', sizes: '180x180', type: 'image/png' });
  for (const { src, sizes, type } of icons) {
    const answer = await world.ask({ method: 'GET', url: src });
    expect([src, answer.statusCode, answer.headers['content-type']]).toEqual([src, 200, type]);
    expect(answer.headers['cache-control']).toBe('public, max-age=86400');
    const { width, height, format } = await sharp(answer.rawPayload).metadata();
    expect([`${width}x${height}`, format]).toEqual([sizes, 'png']);
  }
  const gone = await world.ask({ method: 'GET', url: '/icons/gone.png' });
  expect(gone.statusCode).toBe(404);
});

test('a circular mask cuts only background off a maskable icon', async () => {
  const { rawPayload } = await world.ask({ method: 'GET', url: '/icons/icon-maskable-512.png' });
  const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
  const strays: string[] = [];
  for (let y = 0; y < info.height; y += 4) {
    for (let x = 0; x < info.width; x += 4) {
      const isOutside = Math.hypot(x - info.width / 2, y - info.height / 2) > info.width * 0.4;
      const at = (y * info.width + x) * info.channels;
      if (isOutside && data.subarray(at, at + 3).toString('hex') !== '0a0e13') strays.push(`${x},${y}`);
    }
  }
  expect(strays).toEqual([]);
});
