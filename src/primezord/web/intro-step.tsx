import { useTranslations } from 'use-intl';
import type { ReactNode } from 'react';
import { RecordPart } from '#payouts/web/record-card.tsx';
import { useSite } from '#platform/web/site.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { IconBot, IconOperations } from '#platform/web/ui/icons-navigation.tsx';
import { IconWallet } from '#platform/web/ui/icons-later.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import styles from './intro-step.module.css';

/** Step 1: what the bot does for its owner, and that it can make losses. */
export function IntroStep({ onContinue, onCancel }: { onContinue: () => void; onCancel: () => void }) {
  const t = useTranslations('primezord.subscribe');
  return (
    <>
      <DialogBody reading={t('title')}>
        <Benefits />
        <RecordPart product="primezord" />
        <Risk />
      </DialogBody>
      <DialogActions>
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button kind="primary" onClick={onContinue}>
          {t('continue')}
        </Button>
      </DialogActions>
    </>
  );
}

export function Benefits() {
  const t = useTranslations('primezord.subscribe');
  const { brand } = useSite();
  return (
    <ul className={styles.benefits}>
      <Benefit icon={<IconBot />} title={t('performance')}>
        {t('performanceText')}
      </Benefit>
      <Benefit icon={<IconOperations />} title={t('reports')}>
        {t('reportsText')}
      </Benefit>
      <Benefit icon={<IconWallet />} title={t('integration')}>
        {t('integrationText', { brand })}
      </Benefit>
    </ul>
  );
}

function Benefit({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className={styles.benefit}>
      <span className={styles.icon}>{icon}</span>
      <strong className={styles.title}>{title}</strong>
      <span className={styles.text}>{children}</span>
    </li>
  );
}

/** States that the results may be losses, in our words and the operator's. */
export function Risk() {
  const t = useTranslations('primezord');
  const { riskNote } = useSite();
  return <Notice>{riskNote ? `${t('risk')} ${riskNote}` : t('risk')}</Notice>;
}
