import { useTranslations } from 'use-intl';
import * as z from 'zod/mini';

const nothing = z.array(z.unknown()).check(z.maxLength(0));

/**
 * Matches only an audit without findings that also compared the brokerage's book. Other results are shown in the command's own words, with
 * its reasons.
 */
const balancedAudit = z.strictObject({
  findings: nothing,
  broken: nothing,
  most_shown: z.number(),
  compared: z.literal(true),
  comparison: z.string(),
});

/** What an audit without findings says, in the reader's language. Null where only the command's own output is available. */
export function useOutcomeWords(): (command: string, json: unknown) => string | null {
  const t = useTranslations('console.outcomes');
  return (command, json) =>
    command === 'books audit' && z.safeParse(balancedAudit, json).success ? t('balanced') : null;
}
