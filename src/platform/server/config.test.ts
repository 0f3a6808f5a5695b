import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigProblem, readConfig } from './config.ts';

const databaseUrl = 'postgresql://db/lastro';
const real = {
  MODE: 'production',
  DATABASE_URL: databaseUrl,
  BROKERAGE_URL: 'https://api.brokerage.example/',
  BROKERAGE_TOKEN: 'secret',
  BROKER_SITE_URL: 'https://brokerage.example/',
  SUPPORT_URL: 'mailto:help@brokerage.example',
};
const read = (env: Record<string, string>) => readConfig({ DATABASE_URL: databaseUrl, ...env });

test('a sandbox needs no setting but its database', () => {
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

test('production takes each setting, and the public rate where no other is named', () => {
  expect(readConfig(real)).toMatchObject({
    mode: 'production',
    brokerageUrl: 'https://api.brokerage.example',
    brokerageToken: 'secret',
    brokerSiteUrl: 'https://brokerage.example/',
    supportUrl: 'mailto:help@brokerage.example',
    ratesUrl: 'https://economia.awesomeapi.com.br/json/last/USD-BRL',
  });
});

test.each(['DATABASE_URL', 'BROKERAGE_URL', 'BROKERAGE_TOKEN', 'BROKER_SITE_URL', 'SUPPORT_URL'])(
  'production does not start without %s',
  (name) => {
    expect(() => readConfig({ ...real, [name]: '' })).toThrow(`${name} is not set`);
  },
);

test.each([
  [{ HOST: '0.0.0.0', PORT: '9000' }, { publicUrl: 'http://0.0.0.0:9000' }],
  [{ HOST: '::1' }, { host: '::1', publicUrl: 'http://[::1]:8080' }],
  [{ PUBLIC_URL: 'https://invest.example/' }, { publicUrl: 'https://invest.example' }],
  [{ RATES_URL: 'http://rates.example/last' }, { ratesUrl: 'http://rates.example/last' }],
  [
    { WEB_ORIGINS: ' https://app.example/ ,http://localhost:3000' },
    { webOrigins: ['https://app.example', 'http://localhost:3000'] },
  ],
  [{ TRUSTED_PROXIES: '10.0.0.1, 10.1.0.0/16,::1' }, { trustedProxies: ['10.0.0.1', '10.1.0.0/16', '::1'] }],
  [
    { BRAND_NAME: 'Corretora', RISK_NOTE: 'Há risco.' },
    { brandName: 'Corretora', riskNote: 'Há risco.' },
  ],
])('%j is read as it is meant', (env, config) => {
  expect(read(env)).toMatchObject(config);
});

test.each([
  { MODE: 'test' },
  { PORT: '80a' },
  { PORT: '65536' },
  { PUBLIC_URL: 'invest.example' },
  { BROKERAGE_URL: 'brokerage' },
  { BROKER_SITE_URL: 'brokerage' },
  { SUPPORT_URL: 'help' },
  { RATES_URL: 'rates' },
  { SMTP_URL: 'http://mail.example' },
  { SMTP_URL: 'smtp://mail.example' },
  { MAIL_FROM: 'nobody' },
  { WEB_ORIGINS: 'app.example' },
  { WEB_ORIGINS: 'https://app.example,*' },
  { TRUSTED_PROXIES: 'true' },
  { TRUSTED_PROXIES: '10.0.0.0/33' },
  { TRUSTED_PROXIES: '0.0.0.0/0' },
  { TRUSTED_PROXIES: '::/0' },
  { OPERATOR_TOKEN: 'short' },
  { SECOND_KEY_SECRET: 'short' },
])('%j is refused with a plain sentence', (env: Record<string, string>) => {
  expect(() => read(env)).toThrow(ConfigProblem);
});
