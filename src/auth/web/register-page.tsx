import { useTranslations } from 'use-intl';
import { useLocation } from 'react-router';
import { readCode } from '#platform/typed/read-code.ts';
import { GettingInPage } from './getting-in-page.tsx';
import { RegisterForm } from './register-form.tsx';

export function RegisterPage() {
  const t = useTranslations('auth.register');
  const { search } = useLocation();
  const code = readCode(new URLSearchParams(search).get('ref') ?? '');
  return (
    <GettingInPage title={t('pageTitle')}>
      <RegisterForm key={code} code={code} />
    </GettingInPage>
  );
}
