import { useTranslations } from 'use-intl';
import { saidIn } from '#platform/languages.ts';
import { useUsd } from '#money/web/amount.tsx';
import { registry, tradedProducts } from '#positions/registry.ts';
import type { Notice, NoticeKind } from '../contract.ts';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';

/** Results may be losses, so they are shown with their sign. */
const signed = new Set<NoticeKind>(tradedProducts.map((product) => registry[product].notice));

/** A notice as a sentence, with the reason if there is one; an announcement by its subject, with its text. */
export function useNoticeText(): (notice: Notice) => { what: string; why: string | null } {
  const t = useTranslations('notices');
  const usd = useUsd();
  const { language } = useLanguage();
  const withTax = (said: string, withheld: number | undefined): string =>
    withheld === undefined ? said : t('both', { first: said, second: t('withheld', { withheld: usd(withheld) }) });
  return ({ Kind, Amount, Profit, Withheld, Count, Why, Reason, Device, Announcement }) => {
    if (Announcement) {
      const [subject, text] = [Announcement.Subjects, Announcement.Texts].map((said) => saidIn(said, language));
      return { what: subject ?? text ?? '', why: (subject && text) ?? null };
    }
    return {
      what: withTax(
        t(`said.${Kind}`, {
          amount: usd(Amount ?? 0),
          profit: usd(Profit ?? 0, signed.has(Kind) ? 'exceptZero' : 'auto'),
          count: Count ?? 1,
          device: Device ?? t('unknownDevice'),
        }),
        Withheld,
      ),
      why: Why && t(`why.${Why}`, { reason: Reason ?? '' }),
    };
  };
}
