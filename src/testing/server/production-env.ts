/** The settings without which production does not start; none of the addresses answers. */
export const productionEnv = {
  MODE: 'production',
  PUBLIC_URL: 'https://invest.brokerage.example',
  BROKERAGE_URL: 'http://127.0.0.1:9',
  BROKERAGE_TOKEN: 'x',
  BROKER_SITE_URL: 'https://brokerage.example',
  SUPPORT_URL: 'mailto:help@brokerage.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'no-reply@brokerage.example',
  SECOND_KEY_SECRET: 'x'.repeat(64),
};
