import { useTranslations } from 'use-intl';
import { GettingInPage } from './getting-in-page.tsx';
import { LoginForm } from './login-form.tsx';

export function LoginPage() {
  const t = useTranslations('auth.login');
  return (
    <GettingInPage title={t('pageTitle')}>
      <LoginForm />
    </GettingInPage>
  );
}
