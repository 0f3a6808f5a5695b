import { useTranslations } from 'use-intl';
import { callApi } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { askPasskey, type ShownKey } from '../contract.ts';
import { KeyField } from './key-field.tsx';
import { readWays } from './read-ways.ts';
import { useShownKey } from './use-shown-key.ts';

interface RenewalStepProps {
  /** The ways of showing the key, as returned by the server. */
  methods: unknown;
  /** Requests the renewal again, with the key. */
  onShown: (shown: ShownKey) => Promise<void>;
  onBack: () => void;
}

/** The last step of renewing the session for a customer with a second factor. */
export function RenewalStep({ methods, onShown, onBack }: RenewalStepProps) {
  const t = useTranslations('secondfactor.renewal');
  const shown = useShownKey({
    ways: readWays(methods),
    askQuestion: () => callApi(askPasskey, { body: { purpose: 'renew_session' } }),
    onShown,
  });
  return (
    <Form onSubmit={shown.submit}>
      <DialogBody>
        <p>{t('lead')}</p>
        <KeyField shown={shown} />
      </DialogBody>
      <DialogActions>
        <Button onClick={onBack} disabled={shown.attempt.isWorking}>
          {t('back')}
        </Button>
        <Button kind="primary" type="submit" isWorking={shown.attempt.isWorking}>
          {t('confirm')}
        </Button>
      </DialogActions>
    </Form>
  );
}
