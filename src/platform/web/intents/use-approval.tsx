import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { secondFactorRequired } from '#platform/approval.ts';
import { ApiRefusal, isDefinite } from '../api-failure.ts';
import { DialogBody } from '../ui/dialog-parts.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';

/** What is given up: the contract's fields, and the amount on the button, USD. */
export type ApprovedInput =
  | { purpose: 'withdrawal'; amount: number; currency: 'brl' | 'usdt' }
  | { purpose: 'leave'; position: string; amount: number }
  | { purpose: 'subscribe'; amount: number };

export interface ApprovalStepProps {
  input: ApprovedInput;
  /** The ways of showing the key, as returned by the server. */
  methods: unknown;
  isWorking: boolean;
  /** The approval already shown, when the move's outcome is unknown: the retry sends this one and no other. */
  approval: string | null;
  onApproved: (approval: string) => void;
  onBack: () => void;
}

/** The last step of whatever gives money up, for a customer with a second factor; injected, because products know none. */
export type ApprovalStep = ComponentType<ApprovalStepProps>;

interface Asked<Input> {
  input: Input;
  methods: unknown;
  approval: string | null;
}

/** Follows whether the server asks for the second factor, and sends the same input again with its approval. */
export function useApproval<Input>(Step: ApprovalStep, send: (input: Input, approval?: string) => void) {
  const [asked, setAsked] = useState<Asked<Input> | null>(null);
  return {
    /** The approval given a moment ago is still good; after a page reload a new one is requested. */
    given: asked?.approval ?? undefined,
    end: () => setAsked(null),
    recover(input: Input, error: Error): void {
      if (isDefinite(error)) setAsked((before) => before && { ...before, approval: null });
      if (!(error instanceof ApiRefusal) || error.code !== secondFactorRequired) return;
      setAsked({ input, methods: error.details['methods'], approval: null });
    },
    /** Null unless it was asked for. */
    step(inputOf: (input: Input) => ApprovedInput, isWorking: boolean): ReactNode {
      if (!asked) return null;
      const approve = (approval: string) => {
        setAsked({ ...asked, approval });
        send(asked.input, approval);
      };
      const { methods, approval } = asked;
      return (
        <Suspense fallback={<Waiting />}>
          <Step
            input={inputOf(asked.input)}
            {...{ methods, approval, isWorking }}
            onApproved={approve}
            onBack={() => setAsked(null)}
          />
        </Suspense>
      );
    },
  };
}

/** The header that carries an approval; none without one. */
export function approvedBy(approval: string | undefined): { 'second-key-approval'?: string } {
  return approval === undefined ? {} : { 'second-key-approval': approval };
}

function Waiting() {
  return (
    <DialogBody>
      <SkeletonRows rows={3} />
    </DialogBody>
  );
}
