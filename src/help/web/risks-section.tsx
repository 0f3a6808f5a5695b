import { useTranslations } from 'use-intl';
import { useSite } from '#platform/web/site.ts';
import { Section } from './section.tsx';

/** Uses the operator's own wording where there is one. */
export function RisksSection() {
  const t = useTranslations('helpPage.risks');
  const { riskNote } = useSite();
  return (
    <Section topic="risks">
      <p>{riskNote || t('text')}</p>
    </Section>
  );
}
