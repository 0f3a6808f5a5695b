import type { ReactNode, SyntheticEvent } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import type { Attempt } from '../use-attempt.ts';
import styles from './sign-in-page.module.css';

interface SignInFormProps {
  heading: string;
  lead: ReactNode;
  attempt: Attempt;
  /** The main button; null where the fields have theirs. */
  submit: string | null;
  onSubmit: () => Promise<void>;
  /** Ways beside the main one. */
  besides?: ReactNode;
  children: ReactNode;
}

/** One step on the way in: what it is, its fields, what went wrong, and the way on. */
export function SignInForm({ heading, lead, attempt, submit, onSubmit, besides, children }: SignInFormProps) {
  function onForm(event: SyntheticEvent): void {
    event.preventDefault();
    void onSubmit();
  }
  return (
    <form className={styles.form} onSubmit={onForm} noValidate>
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
    </form>
  );
}
