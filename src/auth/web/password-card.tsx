import { useTranslations } from 'use-intl';
import { type ComponentType, Suspense, useState } from 'react';
import { AccountName } from '#platform/web/ui/account-name.tsx';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import { useSite } from '#platform/web/site.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { PasswordField } from '#platform/web/ui/password-field.tsx';
import { useChangePassword } from './access-data.ts';
import { type NewPassword, type PasswordProblem, problemOf } from './new-password.ts';
import styles from './password-card.module.css';

const empty: NewPassword = { current: '', next: '', again: '' };

interface PasswordCardProps {
  /** The customer's name and email: no part of them may be in the password. */
  name: string | undefined;
  email: string | undefined;
  /** The additional step for a customer with a second factor. */
  KeyStep: ComponentType<{ methods: unknown; onShown: (shown: object) => Promise<void>; onBack: () => void }>;
}

/** The present password, and the new one twice; the change ends every other session. */
export function PasswordCard({ name = '', email = '', KeyStep }: PasswordCardProps) {
  const t = useTranslations('access.password');
  const [typed, setTyped] = useState(empty);
  const [problem, setProblem] = useState<PasswordProblem | null>(null);
  const changing = useChangePassword();
  const [methods, setMethods] = useState<unknown>(null);
  const { brand } = useSite();
  const said = problem ?? codeOf(changing.error);

  function type(change: Partial<NewPassword>) {
    setTyped({ ...typed, ...change });
    setProblem(null);
    if (changing.isError) changing.reset();
  }
  function submit() {
    const found = problemOf(typed, { name, email, brand });
    setProblem(found);
    if (!found) void send({}).catch(askKey);
  }
  async function send(shown: object): Promise<void> {
    const { current, next } = typed;
    await changing.mutateAsync({ params: { password: '-' }, body: { password: next, current, ...shown } });
    setTyped(empty);
    setMethods(null);
  }
  function askKey(failure: unknown) {
    if (failure instanceof ApiRefusal && failure.code === 'second_key_required') setMethods(failure.details.methods);
  }
  function goBack() {
    setMethods(null);
    if (changing.isError) changing.reset();
  }
  if (methods !== null) {
    return (
      <Card title={t('title')}>
        <Suspense fallback={null}>
          <KeyStep methods={methods} onShown={send} onBack={goBack} />
        </Suspense>
      </Card>
    );
  }
  return (
    <Card title={t('title')}>
      <Form className={styles.form} isWorking={changing.isPending} onSubmit={submit}>
        <AccountName email={email} />
        <PasswordField
          label={t('current')}
          error={wordsAt(said, ['currentMissing', 'wrong_password', 'reauthenticate'], t, changing.error)}
          value={typed.current}
          onChange={(current) => type({ current })}
        />
        <PasswordField
          label={t('next')}
          hint={t('hint')}
          error={wordsAt(
            said,
            ['length', 'personal', 'password_too_common', 'password_too_personal'],
            t,
            changing.error,
          )}
          autoComplete="new-password"
          value={typed.next}
          onChange={(next) => type({ next })}
        />
        <PasswordField
          label={t('again')}
          error={wordsAt(said, ['mismatch'], t, changing.error)}
          autoComplete="new-password"
          value={typed.again}
          onChange={(again) => type({ again })}
        />
        <Button kind="primary" type="submit" isWorking={changing.isPending}>
          {t('save')}
        </Button>
      </Form>
    </Card>
  );
}

function codeOf(error: Error | null): string | null {
  return error instanceof ApiRefusal ? error.code : null;
}

type Words = (problem: PasswordProblem) => string;

/** The error of a field: our own message for what was found here, the server's for what it refused. */
function wordsAt(said: string | null, here: readonly string[], t: Words, error: Error | null): string | undefined {
  if (!said || !here.includes(said)) return undefined;
  return isProblem(said) ? t(said) : error?.message;
}

function isProblem(said: string): said is PasswordProblem {
  return said === 'currentMissing' || said === 'length' || said === 'personal' || said === 'mismatch';
}
