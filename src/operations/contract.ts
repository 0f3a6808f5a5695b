import * as z from 'zod/mini';
import { assetName, operationFields, operationQuery, payoutProduct } from '#payouts/contract.ts';
import { endpoint } from '#platform/endpoint.ts';

/** Every operation the customer took part in, whatever the product. Nothing in it is made up by us. */
export const reportedOperation = z.object({ ...operationFields, Product: payoutProduct });
export type ReportedOperation = z.output<typeof reportedOperation>;

export const reportOperations = endpoint({
  method: 'GET',
  path: '/api/report',
  access: 'investor',
  summary: 'Every operation the customer took part in, newest first',
  query: operationQuery,
  heavy: true,
  answer: z.array(reportedOperation),
  pages: true,
});

/** The same as a spreadsheet, with `start`, `end`, `tz` and `asset`; written by the history, like every list. */
export const operationsFile = '/api/report.csv';

export const listAssets = endpoint({
  method: 'GET',
  path: '/api/report/assets',
  access: 'investor',
  summary: 'The assets of the operations that the customer took part in, by name',
  answer: z.array(assetName),
});
