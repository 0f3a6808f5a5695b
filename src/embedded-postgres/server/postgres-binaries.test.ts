import { mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { restoreSymlinks } from './postgres-binaries.ts';

it('creates the library links that npm omits when it refuses install scripts, and is safe to repeat', async () => {
  const root = mkdtempSync(join(tmpdir(), 'lastro-binaries-'));
  const native = join(root, 'native');
  mkdirSync(join(native, 'lib'), { recursive: true });
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links));
  await restoreSymlinks(native);
  await restoreSymlinks(native);
  expect(readlinkSync(join(native, 'lib/libpq.so.5'))).toBe('libpq.so.5.18');
  rmSync(root, { recursive: true });
});
