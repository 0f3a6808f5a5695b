import type { ApprovalStepProps } from '#platform/web/intents/use-approval.tsx';
import { Button } from '#platform/web/ui/button.tsx';

let approvals = 0;

/** Stands in for the second factor's step: a fresh approval each time, or the same one while its move's outcome is unknown. */
export function TestApprovalStep({ input, methods, approval, onApproved, onBack }: ApprovalStepProps) {
  return (
    <>
      <p>{JSON.stringify({ input, methods })}</p>
      <Button onClick={() => onApproved(approval ?? `approval-${(approvals += 1)}`)}>Mostrar</Button>
      <Button onClick={onBack}>Voltar</Button>
    </>
  );
}
