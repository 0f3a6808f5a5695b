import type { Language } from '#platform/languages.ts';
import type { Http } from '#http/server/http.ts';
import { serve } from '#http/server/serve.ts';
import * as contract from '../contract.ts';
import { listAwards, type TranslateAward } from './list-awards.ts';
import { listMembers, listMembersOf } from './list-members.ts';
import { readPrivacyOf, writePrivacyOf } from './privacy-store.ts';

export function serveNetwork(http: Http): void {
  const translateIn =
    (language: Language): TranslateAward =>
    (key, values) =>
      http.translate(language, 'network', key, values);
  serve(http, contract.listMembers, listMembers);
  serve(http, contract.listMembersOf, listMembersOf);
  serve(http, contract.reportBonus, (sql, request) => listAwards(sql, request, 'bonus', translateIn(request.language)));
  serve(http, contract.reportResidual, (sql, request) =>
    listAwards(sql, request, 'residual', translateIn(request.language)),
  );
  serve(http, contract.readPrivacy, (sql, { investor }) => readPrivacyOf(sql, investor.id));
  serve(http, contract.writePrivacy, (sql, { investor, body }) => writePrivacyOf(sql, investor.id, body.masked));
}
