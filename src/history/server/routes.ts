import { chooseLanguage } from '#platform/languages.ts';
import type { Http } from '#platform/server/http.ts';
import { readInput } from '#platform/server/read-request.ts';
import { requireInvestor, serve } from '#platform/server/serve.ts';
import * as contract from '../contract.ts';
import { readStatement } from './read-statement.ts';
import { writeStatementFile } from './write-statement-file.ts';

export function serveHistory(http: Http): void {
  serve(http, contract.readStatement, (db, asked) => readStatement(db, asked, http.translate));

  http.app.get(
    '/api/statement.csv',
    {
      schema: {
        summary: 'The statement as a file for a spreadsheet',
        querystring: contract.statementFileQuery,
        security: [{ token: [] }],
      },
      onRequest: async (request) => void (request.investor = await requireInvestor(http, request)),
    },
    (request, reply) => {
      const investor = request.investor;
      if (!investor) throw new Error('the guard lets nobody through');
      const query = readInput(contract.statementFileQuery, request.query);
      const language = chooseLanguage(request.headers['accept-language']);
      return reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', 'attachment; filename="statement.csv"')
        .send(writeStatementFile(http.db, { investor, query, language }, http.translate));
    },
  );
}
