import { useTranslations } from 'use-intl';
import { callApi } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { confirmApp } from '../contract.ts';
import { codesOr, type Outcome } from './change.ts';
import styles from './confirm-app-step.module.css';
import { KeyField } from './key-field.tsx';
import { QrCode } from '#platform/web/ui/qr-code.tsx';
import { useShownKey } from './use-shown-key.ts';

interface ConfirmAppStepProps {
  secret: string;
  uri: string;
  onDone: (outcome: Outcome) => void;
}

/** Shows the secret as a QR code and as text, and asks for the first code of the app. */
export function ConfirmAppStep({ secret, uri, onDone }: ConfirmAppStepProps) {
  const t = useTranslations('secondfactor.app');
  const shown = useShownKey({
    ways: onlyApp,
    askQuestion: async () => ({ challenge: '' }),
    onShown: async ({ code = '' }) => onDone(codesOr(await callApi(confirmApp, { body: { code } }))),
  });
  return (
    <Form onSubmit={shown.submit}>
      <DialogBody>
        <div className={styles.byCamera}>
          <p>{t('scan')}</p>
          <QrCode text={uri} label={t('picture')} />
        </div>
        {/* A phone's own camera cannot read what is on its screen. */}
        <a href={uri} className={styles.onPhone}>
          {t('openHere')}
        </a>
        <div className={styles.text}>
          <p>{t('orType')}</p>
          <code translate="no" className={styles.secret} dir="ltr">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </code>
          <div className={styles.ways}>
            <CopyButton text={secret} />
          </div>
        </div>
        <KeyField shown={shown} />
      </DialogBody>
      <DialogActions>
        <Button kind="primary" type="submit" isWorking={shown.attempt.isWorking}>
          {t('confirm')}
        </Button>
      </DialogActions>
    </Form>
  );
}

const onlyApp = ['app'] as const;
