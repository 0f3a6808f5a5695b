import type { Http } from '#http/server/http.ts';
import { examine } from '#operator/server/doctor/examine.ts';
import type { Finding } from '#operator/server/doctor/finding.ts';
import { sayFinding } from '#operator/server/doctor/say-finding.ts';
import type { Environment } from '#platform/server/secret-files.ts';
import type { Config } from '#settings/server/config.ts';
import { whoRunsIt } from '#staff/roles.ts';
import { serveStaff } from '#staff/server/serve-staff.ts';
import * as contract from '../doctor-contract.ts';
import { noteWatching } from './note-watching.ts';

interface Examined {
  at: Date;
  findings: Finding[];
}

/** @param given this server's environment, with the names of secret files */
export function serveDoctor(http: Http, config: Config, given: Environment = process.env): void {
  let underWay: Promise<Examined> | null = null;
  /** Whoever asks meanwhile gets the same answer: each examination asks the mail server, the brokerage and the rest. */
  const examineOnce = (): Promise<Examined> =>
    (underWay ??= examineNow(config, given).finally(() => {
      underWay = null;
    }));
  serveStaff(http, contract.readDoctor, whoRunsIt, async (_db, { member, address, language }) => {
    await noteWatching(http.db, { member, address }, 'doctor look', {});
    const { at, findings } = await examineOnce();
    return {
      At: at.toISOString(),
      Findings: findings.map((finding) => {
        const { check, about, state, said, remedy } = sayFinding(finding, language);
        return { Check: check, About: about, State: state, Said: said, Remedy: remedy };
      }),
    };
  });
}

async function examineNow(config: Config, given: Environment): Promise<Examined> {
  const { dataDir } = config;
  const now = (): Date => new Date();
  const findings = await examine({ given, config, problems: [], dataDir, backups: null, worker: null, now });
  return { at: now(), findings };
}
