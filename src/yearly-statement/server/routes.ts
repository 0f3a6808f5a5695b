import type { FastifyReply } from 'fastify';
import { fileName } from '#platform/file-name.ts';
import { contentDisposition } from '#http/server/content-disposition.ts';
import { chooseLanguage, type Language } from '#platform/languages.ts';
import type { Http } from '#http/server/http.ts';
import type { Investor } from '#http/server/investor.ts';
import { readInput } from '#http/server/read-request.ts';
import { readLong } from '#http/server/read-long.ts';
import { requireInvestor } from '#http/server/require-investor.ts';
import { serve } from '#http/server/serve.ts';
import * as contract from '../contract.ts';
import { readHouseZone } from '#settings/server/house-zone.ts';
import { layOutYear } from './lay-out-year.ts';
import { listYears } from './list-years.ts';
import { type Issue, printYear } from './print-year.ts';
import { readYear } from './read-year.ts';
import { createTypeset, type Typeset } from './typeset.ts';
import { writeYearCsv } from './write-year-csv.ts';
import { type YearWords, yearWords } from './year-words.ts';

export function serveYearlyStatement(http: Http): void {
  serve(http, contract.readYears, listYears);
  const typeset = createTypeset();
  for (const format of contract.yearFormats) serveYear(http, format, typeset);
}

interface YearRequest {
  investor: Investor;
  year: number;
  decimal: 'point' | 'comma' | undefined;
  language: Language;
}

function serveYear(http: Http, format: contract.YearFormat, typeset: Typeset): void {
  http.app.get(
    contract.yearPath(':year', format),
    {
      schema: {
        summary: `A year of the customer’s as ${format.toUpperCase()}: balances, transfers, results, awards and fees, each with its entries`,
        params: contract.yearParams,
        querystring: contract.yearQuery,
        security: [{ token: [] }],
      },
      config: { bucket: 'file' },
      exposeHeadRoute: false,
      onRequest: async (request) => void (request.investor = await requireInvestor(http, request)),
    },
    async (request, reply) => {
      const investor = request.investor;
      if (!investor) throw new Error('the guard lets nobody through');
      const { year } = readInput(contract.yearParams, request.params);
      const { decimal } = readInput(contract.yearQuery, request.query);
      const language = chooseLanguage(request.headers['accept-language']);
      const words = yearWords(language, http.translate, await readHouseZone(http.db));
      const file = await writeYear(http, reply, format, { investor, year, decimal, language }, words, typeset);
      const named = (title: string): string => fileName([http.config.brandName, title], format);
      return send(
        reply,
        format,
        [named(words.t('fileName', { year: String(year) })), named(`yearly-statement-${year}`)],
        file,
      );
    },
  );
}

async function writeYear(
  http: Http,
  reply: FastifyReply,
  format: contract.YearFormat,
  { investor, year, decimal }: YearRequest,
  words: YearWords,
  typeset: Typeset,
): Promise<Buffer> {
  const record = await http.gate.turn('heavy', investor.id, () =>
    readLong(http, reply, (db) => readYear(db, investor, { year, zone: words.zone })),
  );
  const { brandName: brand, publicUrl, mode } = http.config;
  const issue: Issue = { brand, publicUrl, isSandbox: mode === 'sandbox', at: investor.now };
  const sheet = layOutYear(record, words);
  if (format === 'csv') return Buffer.from(writeYearCsv(record, sheet, words, { issue, decimal }));
  return typeset(printYear(record, sheet, words, issue));
}

/** Sends the file to the customer alone; nothing on the way may store it (security-headers.ts sets no-store on every answer). */
function send(
  reply: FastifyReply,
  format: contract.YearFormat,
  [own, plain]: readonly [string, string],
  file: Buffer,
): FastifyReply {
  return reply
    .type(contract.mediaTypes[format])
    .header('Cache-Control', 'private, no-store')
    .header('Content-Disposition', contentDisposition(own, plain))
    .send(file);
}
