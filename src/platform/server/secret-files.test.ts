import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#settings/server/config.ts';
import { readSecretFiles, secrets } from './secret-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'lastro-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(content: string): string {
  const file = join(folder, String(Math.random()));
  writeFileSync(file, content, { mode: 0o600 });
  return file;
}

test.each(secrets)('[L1] %s can be given as the path of a file that contains it', (name) => {
  for (const end of ['', '\n', '\r\n', '\n\n'])
    expect(readSecretFiles({ [`${name}_FILE`]: fileOf(`a secret ${end}`) })).toEqual({ [name]: 'a secret ' });
});

test('[L1] the settings use the contents of the files', () => {
  const token = 't'.repeat(40);
  const config = readConfig({
    MODE: 'sandbox',
    DATABASE_URL_FILE: fileOf('postgresql://db/lastro\n'),
    OPERATOR_TOKEN_FILE: fileOf(`${token}\n`),
  });
  expect(config).toMatchObject({ databaseUrl: 'postgresql://db/lastro', operatorToken: token });
});

test('[L1] a database in a file counts as real like one in the environment: MODE is required', () => {
  expect(() => readConfig({ DATABASE_URL_FILE: fileOf('postgresql://db/lastro') })).toThrow(
    'MODE is not set, but DATABASE_URL is',
  );
});

test('[L1] a duplicate, unreadable or empty one is rejected; each is named, and no secret is revealed', () => {
  const twice = { OPERATOR_TOKEN: 'one', OPERATOR_TOKEN_FILE: fileOf('another') };
  const away = join(folder, 'away');
  const empty = fileOf('\n');
  const read = () =>
    readSecretFiles({ ...twice, SMTP_URL_FILE: away, SECOND_KEY_SECRET_FILE: folder, BROKERAGE_TOKEN_FILE: empty });
  expect(read).toThrow(
    [
      `BROKERAGE_TOKEN_FILE names ${empty}, which is empty.`,
      `SMTP_URL_FILE names ${away}, which cannot be read (ENOENT).`,
      'OPERATOR_TOKEN and OPERATOR_TOKEN_FILE are both set: remove one of them.',
      `SECOND_KEY_SECRET_FILE names ${folder}, which cannot be read (EISDIR).`,
    ].join('\n'),
  );
  expect(read).not.toThrow(/another/);
});
