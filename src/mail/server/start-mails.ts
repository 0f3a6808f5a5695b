import { join } from 'node:path';
import type { Config } from '#settings/server/config.ts';
import type { Http } from '#http/server/http.ts';
import { repeat, type Repeated } from '#database/server/repeat.ts';
import type { Carrier } from './carrier.ts';
import type { Sender } from './lay-out.ts';
import type { MailTemplates } from './mail-template.ts';
import { lanes } from './mail-queue.ts';
import { createOutboxCarrier } from './outbox-carrier.ts';
import { createRounds } from './send-mails.ts';
import { createSmtpCarrier } from './smtp-carrier.ts';
import { watchMails } from './watch-mails.ts';

/** Sends queued emails as long as the server runs, and exposes the waiting ones as metrics. */
export function startMails({ db, config, app }: Http, templates: MailTemplates): Repeated {
  watchMails(db);
  const carrier = chooseCarrier(config);
  const context = { db, carrier, templates, sender: senderOf(config), log: app.log };
  // Lanes run independently, so that a long round of bulk emails delays nobody who is waiting for a code.
  const sending = lanes.map((lane) => {
    const job = `${lane}-mails`;
    const onFault = (error: unknown) => app.log.error({ err: error, job }, 'fault');
    return repeat(createRounds(context, lane), { restMs: 500, job, onFault });
  });
  return {
    stop: async (withinMs) => {
      await Promise.all(sending.map((each) => each.stop(withinMs)));
      carrier.close();
    },
  };
}

function chooseCarrier({ smtpUrl, dataDir }: Config): Carrier {
  return smtpUrl ? createSmtpCarrier(smtpUrl) : createOutboxCarrier(join(dataDir, 'outbox'));
}

export function senderOf({ brandName, mailFrom, supportUrl, mode }: Config): Sender {
  return { brand: brandName, from: mailFrom, support: supportUrl, isSandbox: mode === 'sandbox' };
}
