import { fileKeepDays } from '#cases/server/case-settings.ts';
import { keepDays } from '#privacy/server/privacy-settings.ts';
import { readSetting } from '#settings/server/settings.ts';
import type { Http } from '#http/server/http.ts';
import type { Role } from '#staff/roles.ts';
import { serveStaff } from '#staff/server/serve-staff.ts';
import * as contract from '#console/privacy-contract.ts';
import { rolesOf } from '../policy.ts';
import { fetchExport } from './fetch-export.ts';
import { listCorrections, listPrivacyActions } from './privacy-lists.ts';
import { listAnsweredPrivacyRequests, listOpenPrivacyRequests } from './request-lists.ts';

const exporters: readonly Role[] = rolesOf('customer export');
const readers: readonly Role[] = ['support', 'compliance', 'auditor'];

/** Customers' requests about their personal data. */
export function serveStaffPrivacy(http: Http): void {
  serveStaff(http, contract.fetchExport, exporters, fetchExport);
  serveStaff(http, contract.readRetention, readers, async (db) => ({
    Customers: await readSetting(db, keepDays, http.config.mode),
    CaseFiles: await readSetting(db, fileKeepDays, http.config.mode),
  }));
  serveStaff(http, contract.listCorrections, readers, listCorrections);
  serveStaff(http, contract.listOpenPrivacyRequests, readers, listOpenPrivacyRequests);
  serveStaff(http, contract.listAnsweredPrivacyRequests, readers, listAnsweredPrivacyRequests);
  serveStaff(http, contract.listPrivacyActions, readers, listPrivacyActions);
}
