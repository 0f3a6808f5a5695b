import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#settings/server/config.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';

const fileName = 'second-key-secret';

type Place = Pick<Config, 'secondFactorSecret' | 'dataDir'>;

/**
 * SECOND_KEY_SECRET, or else a file of the installation, created at first use and readable only by its user. Of two servers that create it
 * concurrently, the second uses what the first wrote.
 */
export function readSealSecret(place: Place): string {
  if (!place.secondFactorSecret) createFile(place.dataDir);
  const secret = findSealSecret(place);
  if (secret === null) throw new Error(`${fileIn(place.dataDir)} is gone`);
  return secret;
}

/** The same; null, and nothing created, where there is none yet. */
export function findSealSecret({ secondFactorSecret, dataDir }: Place): string | null {
  if (secondFactorSecret) return secondFactorSecret;
  const file = fileIn(dataDir);
  if (!existsSync(file)) return null;
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32) throw new PlainFailure(`${file} does not hold a secret of at least 32 characters.`);
  return secret;
}

function fileIn(dataDir: string): string {
  return join(dataDir, fileName);
}

function createFile(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(fileIn(dataDir), randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
