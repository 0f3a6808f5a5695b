import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { languages } from '#platform/languages.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import { cancelFee } from '#stakes/plans.ts';
import { toJsonNumber } from '#money/money.ts';
import { usdtFeePercent } from '#wallet/quote.ts';
import { termsVersion, termsVersions } from '../terms-versions.ts';

const folder = join(projectFolder, 'src/auth/messages/terms');
const textOf = (version: string, language: string): string =>
  readFileSync(join(folder, version, `${language}.json`), 'utf8');

/** What each version says, in all languages. A version is added to; a line of it never changes. */
const hashes: Record<(typeof termsVersions)[number], string> = {
  '2026-11-22': '40648b9e41313a55771abc564d086cdf0f08722df99f81ca1492a28b4c71cd3c',
};

test('[G4] [A7] what was accepted stays as it was accepted: other words are another version', () => {
  expect(readdirSync(folder).toSorted()).toEqual([...termsVersions].toSorted());
  const found = termsVersions.map((version) => {
    const said = languages.map((language) => JSON.stringify(JSON.parse(textOf(version, language)))).join('\n');
    return [version, createHash('sha256').update(said).digest('hex')];
  });
  expect(Object.fromEntries(found)).toEqual(hashes);
  expect(termsVersions.at(-1)).toBe(termsVersion);
});

test('[G4] the present terms name the fees that are taken', () => {
  const western = (text: string): string =>
    text.replace(/[\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16)).replaceAll('٪', '%');
  for (const language of languages) {
    const { products, fees } = JSON.parse(western(textOf(termsVersion, language))) as Record<string, { text: string }>;
    expect(products?.text, language).toMatch(
      new RegExp(`${toJsonNumber(cancelFee)}\\s?%|%\\s?${toJsonNumber(cancelFee)}`),
    );
    expect(fees?.text, language).toMatch(
      new RegExp(`${toJsonNumber(usdtFeePercent)}\\s?%|%\\s?${toJsonNumber(usdtFeePercent)}`),
    );
  }
});
