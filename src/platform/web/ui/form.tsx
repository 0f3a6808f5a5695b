import { type ComponentProps, createContext, type ReactNode, use, useMemo } from 'react';
import { Button } from './button.tsx';
import './focus-first-wrong.ts';

/** What keeps a form from being sent, in the words of its button. */
export interface Block {
  says: string;
  /** What pressing the button does about it; if nothing, the form says at its field what is missing. */
  mend?: (() => void) | undefined;
}

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> {
  onSubmit: () => void;
  /** What was sent is not answered yet: it is not sent a second time. */
  isWorking?: boolean;
  blocked?: Block | null | undefined;
}

interface Sending {
  isWorking: boolean;
  blocked: Block | null;
}

const SendingContext = createContext<Sending>({ isWorking: false, blocked: null });

/**
 * Every form. What is wrong is said at its field, in the reader's language, which then has the focus (`focus-first-wrong.ts`); what a
 * password manager filled in is sent (`send-what-stands.ts`).
 */
export function Form({ onSubmit, isWorking = false, blocked = null, ...form }: FormProps) {
  const sending = useMemo(() => ({ isWorking, blocked }), [isWorking, blocked]);
  return (
    <SendingContext value={sending}>
      <form
        {...form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isWorking) (blocked?.mend ?? onSubmit)();
        }}
      />
    </SendingContext>
  );
}

/** The button that sends the form it is in. While something keeps it from being sent, the button says what, and leads there. */
export function Submit({ children }: { children: ReactNode }) {
  const { isWorking, blocked } = use(SendingContext);
  return (
    <Button kind="primary" type="submit" isWorking={isWorking}>
      {blocked?.says ?? children}
    </Button>
  );
}
