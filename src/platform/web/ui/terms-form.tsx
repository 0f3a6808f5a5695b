import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Form } from './form.tsx';
import { Checkbox } from './checkbox.tsx';
import { DialogActions, DialogBody } from './dialog-parts.tsx';
import styles from './terms-form.module.css';
import { useFirstField } from './use-first-field.ts';

interface TermsFormProps {
  /** The terms, each a `Term`. */
  children: ReactNode;
  /** The label of the checkbox. */
  accept: string;
  proceed: string;
  isAccepted: boolean;
  onAccept: (isAccepted: boolean) => void;
  onProceed: () => void;
}

/** The step of a dialog that explains what the customer is getting into. It must be accepted to continue. */
export function TermsForm({ children, accept, proceed, isAccepted, onAccept, onProceed }: TermsFormProps) {
  // Who comes back to what was read and accepted goes on from there.
  const form = useFirstField(isAccepted);
  return (
    <Form ref={form} onSubmit={onProceed}>
      <DialogBody>
        <dl className={styles.terms}>{children}</dl>
        <Checkbox isChecked={isAccepted} isRequired onChange={onAccept}>
          {accept}
        </Checkbox>
      </DialogBody>
      <DialogActions>
        <Button kind="primary" type="submit" disabled={!isAccepted}>
          {proceed}
        </Button>
      </DialogActions>
    </Form>
  );
}

export function Term({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className={styles.term}>
      <dt>
        {icon}
        {title}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
