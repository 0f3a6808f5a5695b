import { useTranslations } from 'use-intl';
import { GettingInPage } from './getting-in-page.tsx';
import { RegisterForm } from './register-form.tsx';
import { useReferral } from './use-referral.ts';

export function RegisterPage() {
  const t = useTranslations('auth.register');
  const code = useReferral();
  return (
    <GettingInPage title={t('pageTitle')}>
      <RegisterForm code={code} />
    </GettingInPage>
  );
}
