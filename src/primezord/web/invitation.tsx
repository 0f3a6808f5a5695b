import { useTranslations } from 'use-intl';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { RecordCard } from '#payouts/web/record-card.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import { Benefits } from './intro-step.tsx';
import styles from './invitation.module.css';

/** Without the bot this address shows the subscribe dialog (Z1); who closes it finds here what it was, and the way back. */
export function Invitation() {
  const t = useTranslations('primezord');
  const { open } = useDialogAddress('bot-subscribe');
  useOfferOnArrival();
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <section className={styles.invitation}>
        <Benefits />
        <p>
          <Button kind="primary" onClick={() => open()}>
            {t('subscribe.title')}
          </Button>
        </p>
      </section>
      <RecordCard product="primezord" />
    </>
  );
}

/** Once, on arriving, and in the place of this step of history: one step back leads to where one came from. */
function useOfferOnArrival() {
  const navigate = useNavigate();
  useEffect(() => {
    if (new URLSearchParams(window.location.search).has('dialog')) return;
    void navigate({ search: '?dialog=bot-subscribe' }, { replace: true });
    // Only arriving offers it: closing the dialog is an answer.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
}
