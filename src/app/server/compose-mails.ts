import { authMailTemplates } from '#auth/server/mail-templates.ts';
import { announcementMailTemplates } from '#announcements/server/mail-templates.ts';
import { requestMailTemplates } from '#console/server/tell-deciders.ts';
import type { Database } from '#database/server/database.ts';
import type { MailTemplates } from '#mail/server/mail-template.ts';
import { noticeMailTemplates } from '#notices/server/mail-templates.ts';
import { secondFactorMailTemplates } from '#secondfactor/server/mail-templates.ts';
import type { SecondFactorParts } from '#secondfactor/server/second-factor-parts.ts';
import type { Config } from '#settings/server/config.ts';
import { staffMailTemplates } from '#staff/server/mail-templates.ts';
import { composeUnsubscribing } from './compose-unsubscribing.ts';

/** Every email that there is. */
export function composeMails(db: Database, config: Config, secondFactor: SecondFactorParts): MailTemplates {
  return {
    ...authMailTemplates(db, config),
    ...noticeMailTemplates(db, config, composeUnsubscribing(config)),
    ...secondFactorMailTemplates(db, config, secondFactor),
    ...staffMailTemplates(db, config),
    ...announcementMailTemplates(db, config),
    ...requestMailTemplates(db, config),
  };
}
