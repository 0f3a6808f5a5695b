import { useTranslations } from 'use-intl';
import { useLocation } from 'react-router';
import { GettingInPage } from './getting-in-page.tsx';
import { RegisterForm } from './register-form.tsx';

const longestCode = 32;

export function RegisterPage() {
  const t = useTranslations('auth.register');
  const { search } = useLocation();
  const code = new URLSearchParams(search).get('ref') ?? '';
  return (
    <GettingInPage title={t('pageTitle')}>
      <RegisterForm key={code} code={code.trim().toUpperCase().slice(0, longestCode)} />
    </GettingInPage>
  );
}
