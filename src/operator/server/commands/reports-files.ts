import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { reportNames } from '#operator/report-names.ts';
import { declareCommand, declareLook } from '#commands/server/declaration.ts';
import { choice, day, file, id, word } from '#commands/server/params.ts';
import { atMachine } from '../command.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { readReachOfAll } from '#commands/server/standing.ts';
import {
  keepReport,
  listReportFiles,
  inTurn,
  readParts,
  readReportFile,
  recordTaking,
  type ReportFile,
} from '../reports/report-files.ts';
import { readReportDays } from '../reports/report-days.ts';
import { wordsOf } from './words.ts';

/** Makes a report for export, from a single snapshot. */
export const reportsExport = declareCommand({
  name: 'reports export',
  params: { report: word(choice(reportNames)), from: word(day), until: word(day) },
  facts: { file: 'id', rows: 'number', bytes: 'number', sha256: 'text' },
  roles: ['treasury', 'compliance', 'auditor'],
  effect: null,
  // A report that names every customer takes two people.
  effectOf: ({ report }) => (report === 'customers' ? 'many' : null),
  words: wordsOf('reports export'),
  stands: ({ sql }) => readReachOfAll(sql),
  foresee: async ({ sql }, { from, until }) => void (await readReportDays(sql, from, until)),
  inTurn,
  async run(on, { report, from, until }) {
    const { file: made, before } = await keepReport(on, report, await readReportDays(on.tx, from, until));
    const { rows, bytes, sha256 } = made;
    return {
      outcome: 'made',
      facts: { file: made.id, rows: String(rows), bytes: String(bytes), sha256 },
      ...(before !== null && { was: { sha256: before } }),
      shown: { lines: [formatFile(made)], json: fileJson(made) },
    };
  },
});

export const reportsList = declareLook({
  name: 'reports list',
  params: {},
  roles: ['treasury', 'compliance', 'auditor'],
  words: wordsOf('reports list'),
  async show({ sql }) {
    const files = await listReportFiles(sql);
    return { lines: files.map(formatFile), json: files.map(fileJson) };
  },
});

/** Saves a report on this machine, to a file that does not exist yet. */
export const reportsSave = atMachine({
  name: 'reports save',
  params: { id: word(id), file: word(file) },
  summary: 'Save a generated report file to FILE, which must not exist yet',
  async run({ db, operator }, { id: wanted, file: path }) {
    const found = await readReportFile(db, wanted);
    if (!found) throw new CommandRefused('unknown_report', `There is no report file ${wanted}.`);
    if (!(await recordTaking(db, operator, found)))
      throw new CommandRefused(
        'report_damaged',
        'The file differs from the one that was generated. Generate it again.',
      );
    try {
      await pipeline(readParts(db, found.id), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== 'EEXIST') await rm(path, { force: true });
      if (code === undefined) throw error;
      throw new CommandRefused('not_saved', `${path} could not be written: ${code}.`);
    }
    return { lines: [`${path}: ${formatFile(found)}`], json: { ...fileJson(found), path } };
  },
});

function formatFile({ id: of, report, from, until, rows, bytes, sha256 }: ReportFile): string {
  return `${of}  ${report} ${from} to ${until}: ${rows} rows, ${bytes} bytes, SHA-256 ${sha256}`;
}

function fileJson({ id: of, report, from, until, rows, bytes, sha256, madeBy, madeAt, expiresAt }: ReportFile) {
  const [made, expires] = [madeAt.toISOString(), expiresAt.toISOString()];
  return { id: of, report, from, until, rows, bytes, sha256, madeBy, made, expires };
}
