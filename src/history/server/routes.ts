import { chooseLanguage } from '#platform/languages.ts';
import { contentDisposition } from '#http/server/content-disposition.ts';
import type { Http } from '#http/server/http.ts';
import { readInput } from '#http/server/read-request.ts';
import { readLong } from '#http/server/read-long.ts';
import { requireInvestor } from '#http/server/require-investor.ts';
import { serve } from '#http/server/serve.ts';
import * as contract from '../contract.ts';
import { historyFileName, isDay, lastDayBefore } from '../file-name.ts';
import { type HistoryTab, historyTabs } from '../tabs.ts';
import { type HistoryFile, historyFiles } from './history-files.ts';
import { boundSending } from './bound-sending.ts';
import { readReceipt } from './read-receipt.ts';
import { readStatement } from './read-statement.ts';
import { type FileParts, writeHistoryFile } from './write-history-file.ts';

export function serveHistory(http: Http): void {
  serve(http, contract.readStatement, (db, request) => readStatement(db, request, http.translate));
  serve(http, contract.readReceipt, (db, request) => readReceipt(db, request, http.translate));
  for (const tab of historyTabs) serveFile(http, tab);
}

function serveFile(http: Http, tab: HistoryTab): void {
  // Each file has its own row type, which this function never inspects.
  const file = historyFiles[tab] as HistoryFile<unknown>;
  http.app.get(
    contract.filePath(tab),
    {
      schema: {
        summary: `The history of ${tab} as a file for a spreadsheet`,
        querystring: contract.fileQuery,
        security: [{ token: [] }],
      },
      config: { bucket: 'file' },
      exposeHeadRoute: false,
      onRequest: async (request) => void (request.investor = await requireInvestor(http, request)),
    },
    async (request, reply) => {
      const investor = request.investor;
      if (!investor) throw new Error('the guard lets nobody through');
      const query = readInput(contract.fileQuery, request.query);
      const language = chooseLanguage(request.headers['accept-language']);
      const fileRequest = { investor, query, language };
      const { translate, gate, db } = http;
      const days = { start: query.start && isDay(query.start) ? query.start : null, lastDay: lastDayBefore(query.end) };
      const named = (title: string): string => historyFileName({ brand: http.config.brandName, title, ...days });
      const takeTurn = <Result>(work: () => Promise<Result>): Promise<Result> => gate.turn('heavy', investor.id, work);
      const read: FileParts['read'] = (page) => readLong(http, reply, page);
      const written = boundSending(await writeHistoryFile(db, file, fileRequest, { translate, takeTurn, read }));
      // The client disconnected meanwhile and receives nothing.
      if (reply.raw.destroyed) written.destroy();
      return reply
        .type('text/csv; charset=utf-8')
        .header(
          'Content-Disposition',
          contentDisposition(named(translate(language, 'history', `tabs.${tab}`, {})), named(tab)),
        )
        .send(written);
    },
  );
}
