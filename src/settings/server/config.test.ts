import { tmpdir } from 'node:os';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigProblem, readConfig } from './config.ts';
import { projectFolder } from '#platform/server/project-folder.ts';

const databaseUrl = 'postgresql://db/lastro';
const real = {
  MODE: 'production',
  DATABASE_URL: databaseUrl,
  BROKERAGE_URL: 'https://api.brokerage.example/',
  BROKERAGE_TOKEN: 'secret',
  BROKER_SITE_URL: 'https://brokerage.example/',
  SUPPORT_URL: 'mailto:help@brokerage.example',
  PUBLIC_URL: 'https://invest.example',
  SMTP_URL: 'smtps://lastro:secret@mail.example',
  MAIL_FROM: 'no-reply@invest.example',
  SECOND_KEY_SECRET: 'x'.repeat(64),
};
const read = (env: Record<string, string>) => readConfig({ MODE: 'sandbox', DATABASE_URL: databaseUrl, ...env });

test('a sandbox requires no setting but its database', () => {
  expect(read({})).toMatchObject({
    mode: 'sandbox',
    host: '127.0.0.1',
    port: 8080,
    publicUrl: 'http://127.0.0.1:8080',
    dataDir: resolve('.data'),
    brandName: 'Lastro',
    webOrigins: [],
    trustedProxies: [],
    smtpUrl: '',
  });
});

test('production reads each setting, with the public rate source as the default', () => {
  expect(readConfig(real)).toMatchObject({
    mode: 'production',
    brokerageUrl: 'https://api.brokerage.example',
    brokerageToken: 'secret',
    brokerSiteUrl: 'https://brokerage.example/',
    supportUrl: 'mailto:help@brokerage.example',
    ratesUrl: 'https://economia.awesomeapi.com.br/json/last/USD-BRL',
  });
});

const needed = Object.keys(real).filter((name) => name !== 'MODE');

test.each(needed)('[L1] production does not start without %s, and says what to set', (name) => {
  expect(() => readConfig({ ...real, [name]: '' })).toThrow(new RegExp(`^${name} is not set: set it to .+\\.$`));
});

test('[L1] everything production lacks is reported together', () => {
  const lacking = problemsOf({ MODE: 'production', RATES_URL: 'http://rates.example/usd', PORT: '80a' });
  expect(lacking.map((sentence) => String(sentence.split(' ')[0])).toSorted()).toEqual(
    [...needed, 'PORT', 'RATES_URL'].toSorted(),
  );
});

test.each([
  [{ PUBLIC_URL: 'http://invest.example' }, 'PUBLIC_URL is http://invest.example: set it to the https:// address'],
  [{ PUBLIC_URL: 'http://127.0.0.1:8080' }, 'PUBLIC_URL is http://127.0.0.1:8080: set it to the https:// address'],
  [{ BROKERAGE_URL: 'http://api.example/v1' }, 'BROKERAGE_URL is http://api.example: set it to an https:// address.'],
  [{ BROKERAGE_URL: 'http://127.0.0.1.evil.example' }, 'BROKERAGE_URL is http://127.0.0.1.evil.example'],
  [{ RATES_URL: 'http://localhost.example/usd' }, 'RATES_URL is http://localhost.example'],
  [{ RATES_URL: 'ftp://rates.example/usd' }, 'RATES_URL is '],
])('[L1] production does not start with %j', (env, sentence) => {
  expect(problemsOf({ ...real, ...env })).toEqual([expect.stringContaining(sentence)]);
});

test.each(['http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000', 'http://127.8.9.1'])(
  '[L1] production may use plain HTTP to %s, which is local',
  (url) => expect(readConfig({ ...real, BROKERAGE_URL: url, RATES_URL: url })).toMatchObject({ brokerageUrl: url }),
);

test.each([
  ['DATABASE_URL', databaseUrl],
  ['DATABASE_MIGRATE_URL', databaseUrl],
  ['BROKERAGE_URL', 'https://api.brokerage.example'],
  ['PUBLIC_URL', 'https://invest.example'],
  ['PUBLIC_URL', 'HTTPS://invest.example'],
])('[L1] %s set to %s makes MODE required', (name, value) => {
  const env = { [name]: value };
  const sentence = `MODE is not set, but ${name} is: set MODE=production, or MODE=sandbox`;
  expect(problemsOf(env, { bringsDatabase: true })).toEqual([expect.stringContaining(sentence)]);
  expect(readConfig({ ...env, MODE: 'sandbox' }, { bringsDatabase: true }).mode).toBe('sandbox');
});

test('[L1] without MODE it is a sandbox if nothing real is set', () => {
  expect(readConfig({ PUBLIC_URL: 'http://192.168.1.9:8080' }, { bringsDatabase: true }).mode).toBe('sandbox');
});

function problemsOf(...given: Parameters<typeof readConfig>): string[] {
  try {
    readConfig(...given);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigProblem);
    return (error as ConfigProblem).message.split('\n');
  }
}

test.each([
  [{ HOST: '0.0.0.0', PORT: '9000' }, { publicUrl: 'http://0.0.0.0:9000' }],
  [{ HOST: 'localhost' }, { host: '127.0.0.1', publicUrl: 'http://localhost:8080' }],
  [{ HOST: '::1' }, { host: '::1', publicUrl: 'http://[::1]:8080' }],
  [{ PUBLIC_URL: 'https://invest.example/' }, { publicUrl: 'https://invest.example' }],
  [{ RATES_URL: 'http://rates.example/last' }, { ratesUrl: 'http://rates.example/last' }],
  [
    { WEB_ORIGINS: ' https://app.example/ ,http://localhost:3000' },
    { webOrigins: ['https://app.example', 'http://localhost:3000'] },
  ],
  [{ TRUSTED_PROXIES: '10.0.0.1, 10.1.0.0/16,::1' }, { trustedProxies: ['10.0.0.1', '10.1.0.0/16', '::1'] }],
  [{}, { maxConnections: 10_000, maxConnectionsPerNetwork: 2_000 }],
  [
    { BRAND_NAME: 'Corretora', RISK_NOTE: 'Há risco.' },
    { brandName: 'Corretora', riskNote: 'Há risco.' },
  ],
])('%j is read as intended', (env, config) => {
  expect(read(env)).toMatchObject(config);
});

test('[L1] [L12] a list of breached passwords that is missing, or none, is named with its setting', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lists-'));
  const [list, words] = [join(folder, 'hashes'), join(folder, 'words')];
  writeFileSync(list, `${'0'.repeat(39)}A:3\r\n`);
  writeFileSync(words, 'password\n123456\n');
  const read = (path: string) =>
    readConfig({ DATABASE_URL: 'postgres://here', BREACHED_PASSWORDS: path, MODE: 'sandbox' });
  expect(read(list).breachedPasswords).toBe(list);
  expect(() => read(words)).toThrow('BREACHED_PASSWORDS names');
  expect(() => read(join(folder, 'missing'))).toThrow('BREACHED_PASSWORDS names');
  rmSync(folder, { recursive: true });
});

/** For each setting of docs/operations.md values that it cannot have. */
const garbage: Record<string, readonly string[]> = {
  MODE: ['test', 'Production'],
  DATABASE_URL: ['mysql://db/lastro', 'db', 'postgresql://me:pass@one:5432,two/lastro'],
  DATABASE_MIGRATE_URL: ['mysql://db/lastro', 'yes'],
  DATABASE_STATEMENTS: ['prepared'],
  DATABASE_CONNECTIONS: ['many', '0', '1e3', '-1'],
  DATABASE_PROCESSES: ['2.5', '0x4'],
  DATABASE_REPLICA_URL: ['https://db/lastro'],
  DATABASE_REPLICA_MOST_BEHIND_SECONDS: ['1m'],
  DATABASE_LISTEN_URL: ['db'],
  PORT: ['80a', '65536', '-1', '1e3', '65535'],
  HOST: ['http://0.0.0.0', 'my host'],
  PUBLIC_URL: ['invest.example', 'mailto:help@invest.example', 'http://invest.example'],
  DATA_DIR: ['/dev/null'],
  BROKERAGE_URL: ['brokerage', 'mailto:api@brokerage.example', 'http://api.brokerage.example'],
  BROKERAGE_TOKEN: ['two words', 'tokén'],
  BROKER_SITE_URL: ['brokerage', 'data:text/html,x'],
  RATES_URL: ['rates', 'tel:+5511', 'http://rates.example'],
  RATES_URL_2: ['rates', 'http://rates.example'],
  SMTP_URL: ['mail.example', 'https://mail.example', 'smtp://', 'smtp://mail.example:smtp'],
  MAIL_FROM: ['nobody', 'a@b c@d'],
  BRAND_NAME: [],
  SUPPORT_URL: ['help', 'javascript:alert(1)'],
  RISK_NOTE: [],
  CONSOLE_PORT: ['8080', 'on', '70000'],
  CONSOLE_URL: ['http://staff.example', 'mailto:staff@staff.example', 'staff'],
  OIDC_ISSUER: ['id', 'mailto:x@id.example', 'http://id.example'],
  OIDC_CLIENT_ID: [],
  OIDC_CLIENT_SECRET: [],
  OIDC_NAME: [],
  OIDC_ACCEPTED_AMR: ['hwk;sc', 'hwk sc'],
  OIDC_TRUSTS_EMAIL: ['yes', 'true'],
  WEB_ORIGINS: ['app.example', 'https://app.example,*'],
  TRUSTED_PROXIES: ['true', '10.0.0.0/33', '0.0.0.0/0', '::/0'],
  MAX_CONNECTIONS: ['0', 'many', '1e4'],
  MAX_CONNECTIONS_PER_NETWORK: ['-5'],
  OPERATOR_TOKEN: ['short'],
  GATE: ['light.perSecond', 'none.ofOne=3', 'light.ofOne=0', 'light.ofOne=1.5', 'light.toString=3'],
  SANDBOX_PORT: ['x', '99999'],
  SECOND_KEY_SECRET: ['short', ' '.repeat(40)],
  BREACHED_PASSWORDS: ['/nowhere', '/dev/null'],
  SERVICE_WORKER: ['none', 'Off'],
  DRAIN_SECONDS: ['601', '5s', '-1'],
  STOP_SECONDS: ['never'],
  ASSETS_DIR: ['/dev/null'],
  LOG_LEVEL: ['verbose', 'INFO'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318'],
  OTEL_SERVICE_NAME: [],
};
const whole = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x' };

test('[L1] the table has every setting of the manual', () => {
  const manual = readFileSync(join(projectFolder, 'docs', 'operations.md'), 'utf8');
  const rows =
    manual
      .split('\n## Settings\n')[1]
      ?.split('\n## ')[0]
      ?.matchAll(/^\| (`.*?) +\|/gm) ?? [];
  const names = [...rows].flatMap(([, names = '']) =>
    [...names.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, each = '']) => each),
  );
  expect(names.length).toBeGreaterThan(40);
  expect(names.toSorted()).toEqual(Object.keys(garbage).toSorted());
});

const faults = Object.entries(garbage).flatMap(([name, values]) => values.map((value) => [name, value] as const));

test.each(faults)(
  '[L1] a fault of %s (%s) is told under its own name, and no other setting is blamed',
  (name, value) => {
    expect(problemsOf({ ...real, ...whole, [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} `))]);
  },
);

test('[L1] a secret’s file that cannot be read is told under its own name, and no other setting is blamed', () => {
  const { SMTP_URL: _, ...others } = real;
  const problems = problemsOf({ ...others, SMTP_URL_FILE: '/nowhere', OPERATOR_TOKEN_FILE: '/nowhere' });
  expect(problems.map((sentence) => sentence.split(' ')[0])).toEqual(['SMTP_URL_FILE', 'OPERATOR_TOKEN_FILE']);
});
