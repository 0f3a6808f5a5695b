import { useTranslations } from 'use-intl';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { RecordCard } from '#payouts/web/record-card.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import { Benefits } from './intro-step.tsx';
import styles from './invitation.module.css';

/** Without the bot this URL shows the subscribe dialog (Z1); whoever closes it finds here what was offered, and a way to reopen it. */
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

/** Opens the dialog once on arrival, replacing the history entry: back leads to the previous page. */
function useOfferOnArrival() {
  const navigate = useNavigate();
  useEffect(() => {
    if (new URLSearchParams(window.location.search).has('dialog')) return;
    void navigate({ search: '?dialog=bot-subscribe' }, { replace: true });
    // Offered on arrival only: closing the dialog is an answer.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
}
