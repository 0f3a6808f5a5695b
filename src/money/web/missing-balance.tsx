import { Button } from '#platform/web/ui/button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import { useUsd } from './amount.tsx';

interface MissingBalanceProps {
  /** USD. */
  balance: number;
  /** A decimal string, from `missingOf`. */
  missing: string;
  text: (amounts: { balance: string; missing: string }) => string;
  /** Label of the button that opens the deposit of the missing amount. */
  bring: (missing: { amount: string }) => string;
  /** Called before it opens, to keep the choice that it is for. */
  onBring?: ((missing: string) => void) | undefined;
}

/** Tells the customer that the balance is too small, how much is missing, and how to bring it. */
export function MissingBalance({ balance, missing, text, bring, onBring }: MissingBalanceProps) {
  const formatUsd = useUsd();
  const deposit = useDialogAddress('deposit');
  return (
    <Notice
      tone="caution"
      action={
        <Button
          size="small"
          onClick={() => {
            onBring?.(missing);
            deposit.open(missing);
          }}
        >
          {bring({ amount: formatUsd(Number(missing)) })}
        </Button>
      }
    >
      {text({ balance: formatUsd(balance), missing: formatUsd(Number(missing)) })}
    </Notice>
  );
}
