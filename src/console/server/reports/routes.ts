import { Readable } from 'node:stream';
import { CommandRefused } from '#commands/server/refused.ts';
import { lookingOf } from '#operator/server/run-declared.ts';
import { readWholeSheet, sheetJson } from '#operator/server/commands/reports-daily.ts';
import { liabilityJson, readLiabilities } from '#operator/server/commands/reports-liabilities.ts';
import { recordAction } from '#operator/server/record-action.ts';
import {
  listReportFiles,
  readParts,
  readReportFile,
  recordTaking,
  type ReportFile,
  reportFileName,
} from '#operator/server/reports/report-files.ts';
import { dayIn } from '#platform/server/span.ts';
import { readHouseZone } from '#settings/server/house-zone.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { Database } from '#database/server/database.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import type { Http } from '#http/server/http.ts';
import { transaction } from '#database/server/transaction.ts';
import { serveStaff, type StaffCall } from '#staff/server/serve-staff.ts';
import type { StaffMember } from '#staff/server/staff-member.ts';
import { refuseConsole } from '#console/refusals.ts';
import * as contract from '#console/reports-contract.ts';
import { whoReadsTheBooks, whoTakesReports } from '#console/who-reads-the-books.ts';
import { createTypeset } from '#yearly-statement/server/typeset.ts';
import { noteWatching } from '../note-watching.ts';
import { operatorOf } from '../acting.ts';
import { printDaily } from './print-daily.ts';
import { type ConsoleParts } from '../take-action.ts';

/** Reports. They are read here through the command line's own code; files are made by the command and downloaded here. */
export function serveReports(http: Http, parts: ConsoleParts): void {
  type Reader = Pick<StaffCall<typeof contract.readDaily>, 'query' | 'member' | 'address'>;
  async function readSheet(db: Database, { query, member, address }: Reader) {
    const day = query.day ?? dayIn(await readHouseZone(db), (await readBusinessClock(db)).now);
    const sheet = await inWords(() => readWholeSheet(lookingOf(parts), day));
    await transaction(db, (tx) =>
      recordAction(tx, { operator: operatorOf({ member, address }), action: 'reports daily', details: { day } }),
    );
    return sheetJson(sheet);
  }
  serveStaff(http, contract.readDaily, whoReadsTheBooks, readSheet);
  const typeset = createTypeset();
  serveStaff(http, contract.printDaily, whoReadsTheBooks, async (db, call) => {
    const sheet = await readSheet(db, call);
    const { brandName: brand, mode } = http.config;
    const pdf = await typeset(
      printDaily(sheet, call.language, { brand, isSandbox: mode === 'sandbox', at: new Date() }),
    );
    return { Name: `daily-${sheet.Day}.pdf`, Pdf: pdf.toString('base64') };
  });
  serveStaff(
    http,
    contract.readLiabilities,
    whoTakesReports,
    async (db, { query: { from, until }, member, address }) => {
      const days = await inWords(() => readLiabilities(lookingOf(parts), from, until));
      const details = { from, until };
      await transaction(db, (tx) =>
        recordAction(tx, { operator: operatorOf({ member, address }), action: 'reports liabilities', details }),
      );
      return days.map(liabilityJson);
    },
  );
  serveStaff(http, contract.listFiles, whoTakesReports, async (db, { member, address }) => {
    const files = await listReportFiles(db);
    await noteWatching(db, { member, address }, 'reports look', {});
    return files.map((file) => present(file, member));
  });
  serveStaff(http, contract.takeFile, whoTakesReports, async (db, { params: { id }, member, address }) => {
    const file = await readReportFile(db, id);
    // `not_found` for those it is not meant for, so that the URL reveals nothing.
    if (!file || !isTaker(file, member)) throw refusePlatform('not_found');
    if (!(await recordTaking(db, operatorOf({ member, address }), file))) throw refuseConsole('report_damaged');
    return {
      name: reportFileName(file),
      type: 'text/csv; charset=utf-8',
      bytes: file.bytes,
      content: Readable.from(readParts(db, file.id), { objectMode: false }),
    };
  });
}

/** Turns a command's refusal into the console's. */
async function inWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CommandRefused) throw refuseConsole('mistyped', { sentence: error.message });
    throw error;
  }
}

function isTaker({ takers }: ReportFile, { id }: StaffMember): boolean {
  return takers === null || takers.includes(id);
}

function present(file: ReportFile, member: StaffMember): contract.ReportFileAnswer {
  return {
    Id: file.id,
    Report: file.report,
    From: file.from,
    Until: file.until,
    Rows: file.rows,
    Bytes: file.bytes,
    Sha256: file.sha256,
    By: file.madeBy,
    Made: file.madeAt.toISOString(),
    Expires: file.expiresAt.toISOString(),
    Mine: isTaker(file, member),
  };
}
