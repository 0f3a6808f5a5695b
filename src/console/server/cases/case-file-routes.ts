import { Readable } from 'node:stream';
import { insertCaseEvent } from '#cases/server/case-store.ts';
import {
  type CaseFile,
  insertCaseFile,
  listCaseFiles,
  readCaseFile,
  typeOfEvidence,
} from '#cases/server/case-files.ts';
import { holdCase } from '#cases/server/case-store.ts';
import { mostEvidenceBytes } from '#cases/patterns.ts';
import * as contract from '#console/cases-contract.ts';
import { refuseConsole } from '#console/refusals.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Sql, Tx } from '#database/server/database.ts';
import type { Http } from '#http/server/http.ts';
import { recordAction } from '#operator/server/record-action.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { whoSeesCases } from '#staff/roles.ts';
import { serveStaff } from '#staff/server/serve-staff.ts';
import { type Acting, operatorOf } from '../acting.ts';
import { rolesOf } from '../policy.ts';

/** Evidence as files: attached by who works on cases, downloaded by who sees them; each is an entry. */
export function serveCaseFiles(http: Http): void {
  serveStaff(http, contract.addCaseFile, rolesOf('case note'), async (db, call) => {
    const { name, content: written } = call.body;
    const { member } = call;
    const content = Buffer.from(written, 'base64');
    if (content.length > mostEvidenceBytes) throw refuseConsole('evidence_too_large');
    const type = typeOfEvidence(content, name);
    if (!type) throw refuseConsole('evidence_type');
    return transaction(db, async (tx) => {
      const found = await holdCase(tx, call.params.id);
      if (!found) throw refusePlatform('not_found');
      if (found.closedAt) throw refuseConsole('case_closed');
      const { id: caseId, customerId } = found;
      const by = { name: member.name, staffId: member.id };
      const file = await insertCaseFile(tx, { caseId, name, type, content, by });
      if (!file) throw refuseConsole('too_many_files');
      await insertCaseEvent(tx, { caseId, customerId, kind: 'file', by, words: name });
      await note(tx, call, 'case file', { case: caseId, customer: customerId }, file);
      return { Id: file.id };
    });
  });
  serveStaff(http, contract.takeCaseFile, whoSeesCases, (db, call) =>
    transaction(db, async (tx) => {
      const { id, file: fileId } = call.params;
      const file = await readCaseFile(tx, id, fileId);
      const found = file && (await holdCase(tx, id));
      if (!file || !found) throw refusePlatform('not_found');
      await note(tx, call, 'case file look', { case: id, customer: found.customerId }, file);
      const { name, type, bytes, content } = file;
      return {
        name,
        type: type.startsWith('text/') ? `${type}; charset=utf-8` : type,
        bytes,
        content: Readable.from([content], { objectMode: false }),
      };
    }),
  );
}

/** The entry names the file by id and hash: its name may be a person's. */
function note(
  tx: Tx,
  acting: Acting,
  action: string,
  whose: { case: string; customer: string },
  { id, sha256 }: CaseFile,
): Promise<void> {
  return recordAction(tx, { operator: operatorOf(acting), action, details: { ...whose, file: id, sha256 } });
}

export async function presentCaseFiles(sql: Sql, caseId: string): Promise<AnswerOf<typeof contract.readCase>['Files']> {
  return (await listCaseFiles(sql, caseId)).map((file) => ({
    Id: file.id,
    Name: file.name,
    Type: file.type,
    Bytes: file.bytes,
    Sha256: file.sha256,
    Author: file.author,
    Added: file.addedAt.toISOString(),
  }));
}
