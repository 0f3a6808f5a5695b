import { useTranslations } from 'use-intl';
import { callApi } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import { askPasskey, type ShownKey } from '../contract.ts';
import { KeyField } from './key-field.tsx';
import { readWays } from './read-ways.ts';
import styles from './second-step.module.css';
import { useShownKey } from './use-shown-key.ts';

interface PasswordStepProps {
  /** The ways of showing the key, as returned by the server. */
  methods: unknown;
  /** Sends the change again, with the key. */
  onShown: (shown: ShownKey) => Promise<void>;
  onBack: () => void;
}

/** The last step of changing the password for a customer with a second factor. */
export function PasswordStep({ methods, onShown, onBack }: PasswordStepProps) {
  const t = useTranslations('secondfactor.password');
  const shown = useShownKey({
    ways: readWays(methods),
    askQuestion: () => callApi(askPasskey, { body: { purpose: 'change_password' } }),
    onShown,
  });
  return (
    <Form className={styles.step} onSubmit={shown.submit}>
      <p>{t('lead')}</p>
      <KeyField shown={shown} />
      <Button kind="primary" type="submit" isWide isWorking={shown.attempt.isWorking}>
        {t('confirm')}
      </Button>
      <div className={styles.besides}>
        <Button kind="quiet" onClick={onBack} disabled={shown.attempt.isWorking}>
          {t('back')}
        </Button>
      </div>
    </Form>
  );
}
