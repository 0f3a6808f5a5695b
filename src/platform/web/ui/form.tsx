import type { ComponentProps } from 'react';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> {
  onSubmit: () => void;
  /** What was sent is not answered yet: it is not sent a second time. */
  isWorking?: boolean;
}

/**
 * Every form. What is wrong is said at its field, in the reader's language, which then has the focus (`focus-first-wrong.ts`); what a
 * password manager filled in is sent (`send-what-stands.ts`).
 */
export function Form({ onSubmit, isWorking = false, ...form }: FormProps) {
  return (
    <form
      {...form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWorking) onSubmit();
      }}
    />
  );
}
