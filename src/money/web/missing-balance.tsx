import { Button } from '#platform/web/ui/button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import { useUsd } from './amount.tsx';

interface MissingBalanceProps {
  /** USD. */
  balance: number;
  /** A decimal, from `missingOf`. */
  missing: string;
  text: (amounts: { balance: string; missing: string }) => string;
  /** What the button says that opens the deposit of what is missing. */
  bring: string;
}

/** The customer's balance is too small: how much is missing, and where it comes from. */
export function MissingBalance({ balance, missing, text, bring }: MissingBalanceProps) {
  const formatUsd = useUsd();
  const deposit = useDialogAddress('deposit');
  return (
    <Notice
      tone="caution"
      action={
        <Button size="small" onClick={() => deposit.open(missing)}>
          {bring}
        </Button>
      }
    >
      {text({ balance: formatUsd(balance), missing: formatUsd(Number(missing)) })}
    </Notice>
  );
}
