import { useTranslations } from 'use-intl';
import * as z from 'zod/mini';
import { useUsd } from '#money/web/amount.tsx';

const nothing = z.array(z.unknown()).check(z.maxLength(0));

/** Schemas of the command results that the console words itself. */
const answers = {
  /**
   * Matches only an audit without findings that also compared the brokerage's book. Other results are shown in the command's own words,
   * with its reasons.
   */
  audit: z.strictObject({
    findings: nothing,
    broken: nothing,
    most_shown: z.number(),
    compared: z.literal(true),
    comparison: z.string(),
  }),
  paid: z.object({ paid: z.number(), owed: z.number() }),
  returned: z.object({ returned: z.number(), owed: z.number() }),
};

function read<Answer extends z.ZodMiniType>(answer: Answer, json: unknown): z.infer<Answer> | null {
  const parsed = z.safeParse(answer, json);
  return parsed.success ? parsed.data : null;
}

/**
 * The results of the most frequent actions, in the reader's language. Null where only the command's own output is available, and whenever
 * an audit found something.
 */
export function useOutcomeWords(): (command: string, json: unknown) => string | null {
  const t = useTranslations('console.outcomes');
  const usd = useUsd();
  const readings: Record<string, (json: unknown) => string | null> = {
    'books audit': (json) => {
      return read(answers.audit, json) && t('balanced');
    },
    'taxes pay': (json) => {
      const done = read(answers.paid, json);
      return done && t('paid', { amount: usd(done.paid), owed: usd(done.owed) });
    },
    'taxes return': (json) => {
      const done = read(answers.returned, json);
      return done && t('returned', { amount: usd(done.returned), owed: usd(done.owed) });
    },
  };
  return (command, json) => readings[command]?.(json) ?? null;
}
