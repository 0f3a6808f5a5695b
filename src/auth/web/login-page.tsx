import { useTranslations } from 'use-intl';
import { GettingInPage } from './getting-in-page.tsx';
import { LoginForm, type LoginFormProps } from './login-form.tsx';

export function LoginPage(props: LoginFormProps) {
  const t = useTranslations('auth.login');
  return (
    <GettingInPage title={t('pageTitle')}>
      <LoginForm {...props} />
    </GettingInPage>
  );
}
