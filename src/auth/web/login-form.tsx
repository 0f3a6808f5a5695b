import { useTranslations } from 'use-intl';
import { type ComponentType, Suspense, useState, useSyncExternalStore } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import { Checkbox } from '#platform/web/ui/checkbox.tsx';
import { PasswordField } from '#platform/web/ui/password-field.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { Way } from '#platform/web/way.tsx';
import { EndedNotice } from './ended-notice.tsx';
import { FormError } from './form-error.tsx';
import styles from './getting-in-form.module.css';
import { fetchSending, useLogIn } from './use-log-in.ts';

export interface LoginFormProps {
  /** The step after the right password for a customer with a second factor. */
  SecondStep: ComponentType<{ asked: unknown; onBack: () => void }>;
}

export function LoginForm({ SecondStep }: LoginFormProps) {
  const t = useTranslations('auth.login');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isKept, setIsKept] = useState(false);
  const [asked, setAsked] = useState<unknown>(null);
  const { logIn, error, isWorking } = useLogIn(setAsked);
  // A referral code in the address is passed on to the register page; the prerendered page has none.
  const search = useSyncExternalStore(ofOnePage, readSearch, () => '');

  function submit() {
    void logIn({ email, password, keep: isKept });
  }

  if (asked) {
    return (
      <Suspense fallback={null}>
        <SecondStep asked={asked} onBack={() => setAsked(null)} />
      </Suspense>
    );
  }
  return (
    // If the browser submits it before the page is interactive, nothing of it may end up in an address.
    <Form
      className={styles.form}
      method="post"
      isWorking={isWorking}
      onSubmit={submit}
      onInput={email === '' && password === '' ? fetchSending : undefined}
    >
      <header>
        <h1>{t('heading')}</h1>
        <p className={styles.lead}>{t('lead')}</p>
      </header>
      <EndedNotice />
      <TextField
        label={t('email')}
        type="email"
        name="email"
        dir="ltr"
        value={email}
        onChange={setEmail}
        autoComplete="username"
      />
      <PasswordField label={t('password')} name="password" value={password} onChange={setPassword} />
      <div className={styles.besides}>
        <Checkbox isChecked={isKept} onChange={setIsKept} name="keep">
          {t('keep')}
        </Checkbox>
        <Way to="/auth/recover">{t('recover')}</Way>
      </div>
      <FormError>{error}</FormError>
      <Button kind="primary" type="submit" isWide isWorking={isWorking}>
        {t('submit')}
      </Button>
      <p className={styles.elsewhere}>
        {t('newHere')} <Way to={`/auth/register${search}`}>{t('register')}</Way>
      </p>
    </Form>
  );
}

function readSearch(): string {
  return window.location.search;
}

/** Never notifies: another address is another page. */
function ofOnePage(): () => void {
  return () => undefined;
}
