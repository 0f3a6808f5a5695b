import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AccountName } from '#platform/web/ui/account-name.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { PasswordField } from '#platform/web/ui/password-field.tsx';
import { showToast } from '#platform/web/ui/toasts.ts';
import { FormError } from './form-error.tsx';
import { renew } from './renew.ts';
import { useAttempt } from '#platform/web/use-attempt.ts';

interface StayInDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The countdown. */
  timeLeft: ReactNode;
  /** The additional step for a customer with a second factor. */
  KeyStep: ComponentType<{ methods: unknown; onShown: (shown: object) => Promise<void>; onBack: () => void }>;
}

/** The session is about to end: a customer who shows again what a login requires stays, with everything as it is (G5). */
export function StayInDialog({ isOpen, onClose, timeLeft, KeyStep }: StayInDialogProps) {
  const t = useTranslations('access.stay');
  const tLogin = useTranslations('auth.login');
  const [password, setPassword] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const [methods, setMethods] = useState<unknown>(null);
  const { error, isWorking, run } = useAttempt(t('failed'));

  async function send(shown: object): Promise<void> {
    await renew({ password, ...shown });
    showToast('success', t('stayed'));
  }
  function submit() {
    setIsEmpty(password === '');
    if (password === '') return;
    void run(
      () => send({}),
      ({ code, details }) => {
        const isAsked = code === 'second_key_required';
        if (isAsked) setMethods(details['methods']);
        return isAsked;
      },
    );
  }
  function close() {
    setMethods(null);
    setPassword('');
    onClose();
  }
  return (
    <Dialog title={t('title')} lead={t.rich('lead', { time: () => timeLeft })} isOpen={isOpen} onClose={close} isAlert>
      {methods === null ? (
        <Form onSubmit={submit}>
          <DialogBody>
            <p>{t('text')}</p>
            <AccountName />
            <PasswordField label={t('password')} name="password" value={password} onChange={setPassword} />
            <FormError>{isEmpty && password === '' ? tLogin('empty') : error}</FormError>
          </DialogBody>
          <DialogActions>
            <Button onClick={close} disabled={isWorking}>
              {t('later')}
            </Button>
            <Button kind="primary" type="submit" isWorking={isWorking}>
              {t('confirm')}
            </Button>
          </DialogActions>
        </Form>
      ) : (
        <Suspense fallback={null}>
          <KeyStep methods={methods} onShown={send} onBack={() => setMethods(null)} />
        </Suspense>
      )}
    </Dialog>
  );
}
