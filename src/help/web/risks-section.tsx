import { useTranslations } from 'use-intl';
import { useSite } from '#platform/web/site.ts';
import { Section } from './section.tsx';

/** In the operator's words where they have some. */
export function RisksSection() {
  const t = useTranslations('helpPage.risks');
  const { riskNote } = useSite();
  return (
    <Section topic="risks">
      <p>{riskNote || t('text')}</p>
    </Section>
  );
}
