import type { ReactNode } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import type { Attempt } from '#platform/web/use-attempt.ts';
import styles from './sign-in-page.module.css';

interface SignInFormProps {
  heading: string;
  lead: ReactNode;
  attempt: Attempt;
  /** Label of the main button; null where the fields bring their own. */
  submit: string | null;
  onSubmit: () => Promise<void>;
  /** Alternatives to the main button. */
  besides?: ReactNode;
  children: ReactNode;
}

/** One step of the login: heading, fields, error and buttons. */
export function SignInForm({ heading, lead, attempt, submit, onSubmit, besides, children }: SignInFormProps) {
  return (
    <Form className={styles.form} onSubmit={() => void onSubmit()}>
      <header>
        <h1>{heading}</h1>
        <p className={styles.lead}>{lead}</p>
      </header>
      {children}
      <div role="alert">{attempt.error && <Notice tone="caution">{attempt.error}</Notice>}</div>
      {submit && (
        <Button kind="primary" type="submit" isWide isWorking={attempt.isWorking}>
          {submit}
        </Button>
      )}
      {besides}
    </Form>
  );
}
