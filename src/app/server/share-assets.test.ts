import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#settings/server/config.ts';
import { openGate } from '#http/server/gate.ts';
import type { Http } from '#http/server/http.ts';
import { assetsKept, sendBuilt, servePages } from './serve-pages.ts';

let folder: string;
const open: FastifyInstance[] = [];
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'lastro-shared-'))));
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const shared = (): string => join(folder, 'shared');

/** A server of a build with these files; its log and database are never used. */
async function startBuild(name: string, files: Record<string, string>): Promise<FastifyInstance> {
  const place = join(folder, name);
  mkdirSync(join(place, 'assets'), { recursive: true });
  writeFileSync(join(place, 'index.html'), name);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(place, 'assets', file), text);
  const config = readConfig({ MODE: 'sandbox', DATABASE_URL: 'postgresql://none', ASSETS_DIR: shared() });
  const app = fastify();
  open.push(app);
  const machinePaths = /^\/assets\//;
  await servePages({ app, config, gate: openGate(app, config.gate, 20) } as unknown as Http, {
    folder: place,
    name: 'web',
    sendPage: sendBuilt(place, 'index.html'),
    machinePaths,
    keptFor: [assetsKept],
  });
  return app;
}

async function ask(app: FastifyInstance | undefined, url: string, encoding = 'identity'): Promise<unknown[]> {
  const answer = await app?.inject({ url, headers: { 'accept-encoding': encoding } });
  return [answer?.statusCode, answer?.statusCode === 200 ? answer.body : null];
}

test("[O1] [L8] two builds side by side serve each other's files, compressed or not, and each its own page", async () => {
  const one = await startBuild('one', {
    'page-11111111.js': 'one',
    'page-11111111.js.br': 'packed one',
    'both-1.css': 'x',
  });
  const two = await startBuild('two', { 'page-22222222.js': 'two', 'both-1.css': 'x' });
  for (const app of [one, two]) {
    expect(await ask(app, '/assets/page-11111111.js')).toEqual([200, 'one']);
    expect(await ask(app, '/assets/page-11111111.js', 'br')).toEqual([200, 'packed one']);
    expect(await ask(app, '/assets/page-22222222.js', 'br')).toEqual([200, 'two']);
  }
  expect((await one.inject('/assets/page-22222222.js')).headers['cache-control']).toContain('immutable');
  expect([await ask(one, '/'), await ask(two, '/')]).toEqual([
    [200, 'one'],
    [200, 'two'],
  ]);
});

test('[O1] files beside the shared folder cannot be requested, and missing ones are not found', async () => {
  const app = await startBuild('one', { 'page-11111111.js': 'one' });
  writeFileSync(join(shared(), 'secret.js'), 'secret');
  for (const url of ['/assets/..%2f..%2fsecret.js', '/assets/.draft-1', '/assets/gone-1.js']) {
    const [status, body] = await ask(app, url);
    expect([url, body]).toEqual([url, null]);
    expect(Number(status)).toBeGreaterThanOrEqual(400);
  }
});

test('[O1] a server keeps serving its own files when the shared folder is gone', async () => {
  const app = await startBuild('one', { 'page-11111111.js': 'one' });
  rmSync(shared(), { recursive: true });
  expect(await ask(app, '/assets/page-11111111.js')).toEqual([200, 'one']);
});

test('[O1] [O3] files that no running build has used for a fortnight are removed at the next start, half-written drafts too', async () => {
  await startBuild('one', { 'page-11111111.js': 'one', 'both-1.css': 'x' });
  const longAgo = new Date(Date.now() - 15 * 24 * 60 * 60_000);
  const assets = join(shared(), 'web', 'assets');
  writeFileSync(join(assets, '.draft-7-page-0.js'), '');
  for (const file of readdirSync(assets)) utimesSync(join(assets, file), longAgo, longAgo);
  await startBuild('two', { 'page-22222222.js': 'two', 'both-1.css': 'x' });
  expect(readdirSync(assets).toSorted()).toEqual(['both-1.css', 'page-22222222.js']);
});
