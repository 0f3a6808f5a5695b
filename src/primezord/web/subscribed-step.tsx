import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Said } from '#platform/web/ui/said.tsx';

/** The customer has the bot; nothing more is asked or paid. */
export function SubscribedStep({ onEnter }: { onEnter: () => void }) {
  const t = useTranslations('primezord.subscribe');
  return (
    <>
      <DialogBody>
        <Said>{t('subscribed')}</Said>
      </DialogBody>
      <DialogActions>
        <Button kind="primary" onClick={onEnter}>
          {t('enter')}
        </Button>
      </DialogActions>
    </>
  );
}
