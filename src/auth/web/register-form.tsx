import { useTranslations } from 'use-intl';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { recallTyped, useKeepTyped } from '#platform/web/loading/typed.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import { useFirstField } from '#platform/web/ui/use-first-field.ts';
import { Checkbox } from '#platform/web/ui/checkbox.tsx';
import { FormError } from './form-error.tsx';
import styles from './getting-in-form.module.css';
import { blankDetails, type RegisterDetails } from './register-details.ts';
import type { TermsFees } from '../terms-versions.ts';
import { RegisterFields } from './register-fields.tsx';
import { TermsOfUse } from './terms-of-use.tsx';
import { useRegister } from './use-register.ts';

/** With the code that the latest link brought: one that was typed by hand differs from it, and stays. */
type Kept = RegisterDetails & { linked: string };

/** @param code the referral code of the newest link; empty if none */
export function RegisterForm({ code }: { code: string }) {
  const t = useTranslations('auth.register');
  const { search } = useLocation();
  const [{ linked, ...details }, setDetails] = useState<Kept>(
    () => recallTyped<Kept>('register') ?? { ...blankDetails(''), linked: '' },
  );
  // The newest link's, unless one was typed by hand.
  if (code !== '' && code !== linked) change({ linked: code, ...(details.code === linked && { code }) });
  useKeepTyped('register', { ...details, password: '', linked });
  const [shown, setShown] = useState<TermsFees | null>(null);
  const { errors, error, isWorking, termsRefused, register } = useRegister();
  // Input kept from before is left for its writer to look at.
  const form = useFirstField(details.name === '');

  function change(different: Partial<Kept>) {
    setDetails((present) => ({ ...present, ...different }));
  }

  function submit() {
    void register(details, shown);
  }

  return (
    <Form ref={form} className={styles.form} onSubmit={submit}>
      <header>
        <h1>{t('heading')}</h1>
        <p className={styles.lead}>{t('lead')}</p>
      </header>
      <RegisterFields details={details} errors={errors} onChange={change} />
      <TermsOfUse timesRefused={termsRefused} onShown={setShown} />
      <Checkbox isChecked={details.terms} onChange={(terms) => change({ terms })} name="terms" error={errors.terms}>
        {t('terms')}
      </Checkbox>
      <FormError>{error}</FormError>
      <Button kind="primary" type="submit" isWide isWorking={isWorking}>
        {t('submit')}
      </Button>
      <p className={styles.elsewhere}>
        {t('haveAccount')} <Link to={{ pathname: '/auth/login', search }}>{t('logIn')}</Link>
      </p>
    </Form>
  );
}
