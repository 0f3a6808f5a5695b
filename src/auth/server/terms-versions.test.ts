import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { languages } from '#platform/languages.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import { cancelFeePercent } from '#stakes/server/stake-settings.ts';
import { usdtFeePercent } from '#wallet/server/wallet-settings.ts';
import {
  fillTerms,
  isTermsSection,
  standardFees,
  type TermsFees,
  termsVersion,
  termsVersions,
} from '../terms-versions.ts';

const folder = join(projectFolder, 'src/auth/messages/terms');
const textOf = (version: string, language: string): string =>
  readFileSync(join(folder, version, `${language}.json`), 'utf8');
const sectionsOf = (version: string, language: string, fees: TermsFees): object =>
  Object.fromEntries(
    Object.entries(JSON.parse(textOf(version, language)) as object).filter(([key]) => isTermsSection(key, fees)),
  );
/** The terms as shown to a customer who accepted them with the fees of their version. */
const shownOf = (
  version: (typeof termsVersions)[number],
  language: string,
  fees: TermsFees = standardFees[version],
): string =>
  fillTerms(JSON.stringify(sectionsOf(version, language, fees)), fees, (value) =>
    (value / 100).toLocaleString(language, { style: 'percent', maximumFractionDigits: 2 }),
  ).replaceAll('\u00a0', ' ');

/** Hash of each version's texts in all languages. Add new versions; never change an existing line. */
const hashes: Record<(typeof termsVersions)[number], string> = {
  '2026-11-22': '40648b9e41313a55771abc564d086cdf0f08722df99f81ca1492a28b4c71cd3c',
};

test('[G4] [A7] accepted terms never change: other wording is another version', () => {
  expect(readdirSync(folder).toSorted()).toEqual([...termsVersions].toSorted());
  const found = termsVersions.map((version) => {
    const said = languages.map((language) => JSON.stringify(JSON.parse(shownOf(version, language)))).join('\n');
    return [version, createHash('sha256').update(said).digest('hex')];
  });
  expect(Object.fromEntries(found)).toEqual(hashes);
  expect(termsVersions.at(-1)).toBe(termsVersion);
});

test('[G4] the current terms name the fees charged where the operator has set no others', () => {
  expect(standardFees[termsVersion]).toEqual({
    StakeCancel: cancelFeePercent.standard('production'),
    WithdrawUsdt: usdtFeePercent.standard('production'),
  });
  for (const language of languages) {
    const { products, fees } = JSON.parse(textOf(termsVersion, language)) as Record<string, { text: string }>;
    expect([products?.text, fees?.text], language).toEqual([
      expect.stringContaining('{stakeCancel}'),
      expect.stringContaining('{withdrawUsdt}'),
    ]);
  }
});

test('[G4] where tax is withheld, a section of the terms states the part of the profit; otherwise there is none', () => {
  const fees = { ...standardFees[termsVersion], TaxWithheld: 17.5 };
  for (const language of languages) {
    const [with_, without] = [fees, standardFees[termsVersion]].map((each) => shownOf(termsVersion, language, each));
    expect([language, with_?.includes('{'.concat('taxWithheld')), without?.includes('"taxes"')]).toEqual([
      language,
      false,
      false,
    ]);
    expect([language, /17[.,٫]5|۱۷٫۵/.test(with_ ?? '')]).toEqual([language, true]);
  }
});
