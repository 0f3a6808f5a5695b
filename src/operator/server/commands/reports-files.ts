import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { isReport, reportNames } from '#operator/report-names.ts';
import { isUuid } from '#http/server/cursor.ts';
import type { Command } from '../command.ts';
import { CommandRefused, Mistyped } from '#commands/server/refused.ts';
import {
  keptDays,
  listReportFiles,
  makeReportFile,
  readParts,
  readReportFile,
  recordTaking,
  type ReportFile,
} from '../reports/report-files.ts';
import { readReportDays } from '../reports/report-days.ts';

/** Makes a report for export, from a single snapshot. */
export const reportsExport: Command = {
  name: 'reports export',
  words: ['REPORT', 'FROM', 'UNTIL'],
  summary: `Generate a CSV file of the books for a range of days (UTC, up to a year), kept for ${keptDays} days: ${reportNames.join(', ')}`,
  check({ words: [report = ''] }) {
    if (!isReport(report)) throw new Mistyped(`Not a report: ${report}. One of ${reportNames.join(', ')}.`);
  },
  foresee: async ({ db }, { words: [, from = '', until = ''] }) => void (await readReportDays(db, from, until)),
  async run({ db, operator }, { words: [report = '', from = '', until = ''] }) {
    if (!isReport(report)) throw new Mistyped(`Not a report: ${report}.`);
    const days = await readReportDays(db, from, until);
    const file = await makeReportFile(db, operator, report, days);
    return { lines: [formatFile(file)], json: fileJson(file) };
  },
};

export const reportsList: Command = {
  name: 'reports list',
  summary: 'List the report files that are still available',
  isLook: true,
  async run({ db }) {
    const files = await listReportFiles(db);
    return { lines: files.map(formatFile), json: files.map(fileJson) };
  },
};

/** Saves a report on this machine, to a file that does not exist yet. */
export const reportsSave: Command = {
  name: 'reports save',
  words: ['ID', 'FILE'],
  summary: 'Save a generated report file to FILE, which must not exist yet',
  async run({ db, operator }, { words: [id = '', path = ''] }) {
    const file = isUuid(id) ? await readReportFile(db, id) : null;
    if (!file) throw new CommandRefused('unknown_report', `There is no report file ${id}.`);
    if (!(await recordTaking(db, operator, file)))
      throw new CommandRefused(
        'report_damaged',
        'The file differs from the one that was generated. Generate it again.',
      );
    try {
      await pipeline(readParts(db, file.id), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== 'EEXIST') await rm(path, { force: true });
      if (code === undefined) throw error;
      throw new CommandRefused('not_saved', `${path} could not be written: ${code}.`);
    }
    return { lines: [`${path}: ${formatFile(file)}`], json: { ...fileJson(file), path } };
  },
};

function formatFile({ id, report, from, until, rows, bytes, sha256 }: ReportFile): string {
  return `${id}  ${report} ${from} to ${until}: ${rows} rows, ${bytes} bytes, SHA-256 ${sha256}`;
}

function fileJson({ id, report, from, until, rows, bytes, sha256, madeBy, madeAt, expiresAt }: ReportFile) {
  const [made, expires] = [madeAt.toISOString(), expiresAt.toISOString()];
  return { id, report, from, until, rows, bytes, sha256, madeBy, made, expires };
}
