import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { TransferHistory } from '#console/transfers-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { CommandDialog } from '../commands/command-dialog.tsx';
import { FormDialog } from '../commands/form-dialog.tsx';

/** What can be done with a transfer. */
export type Way = 'ask' | 'settle' | 'return' | 'approve' | 'refuse';

export const commands: Record<Way, string> = {
  ask: 'transfer ask',
  settle: 'transfer settle',
  return: 'transfer return',
  approve: 'withdrawals approve',
  refuse: 'withdrawals refuse',
};

interface WayDialogProps {
  transfer: TransferHistory;
  way: Way;
  onClose: () => void;
}

/**
 * Asking again takes one person, a waiting withdrawal one or two depending on its amount; ending a transfer by hand takes two, with
 * evidence, which is the brokerage's written word where it still calls the transfer pending.
 */
export function WayDialog({ transfer: { Id, Amount: usd, Direction, State }, way, onClose }: WayDialogProps) {
  const t = useTranslations('console.transfers');
  const [evidence, setEvidence] = useState('');
  // It is called pending: only the brokerage's written word ends it.
  const isWritten = State === 'sending';
  const isByHand = way === 'settle' || way === 'return';
  const facts = (
    <Facts>
      <Fact label={t('direction')}>{t(`directions.${Direction}`)}</Fact>
      <Fact label={t('amount')}>
        <Amount value={usd} />
      </Fact>
    </Facts>
  );
  if (way === 'approve' || way === 'refuse') {
    return (
      <FormDialog command={commands[way]} given={{ withdrawal: Id }} isDangerous={way === 'refuse'} onClose={onClose}>
        {facts}
      </FormDialog>
    );
  }
  return (
    <CommandDialog
      command={commands[way]}
      words={[Id]}
      options={isByHand ? { amount: String(usd), evidence: evidence.trim(), ...(isWritten && { written: 'yes' }) } : {}}
      title={t(`ways.${way}`)}
      lead={t(`wayLeads.${way}`)}
      submit={t(`ways.${way}`)}
      isDangerous={isByHand}
      isIncomplete={isByHand && evidence.trim().length < 3}
      onClose={onClose}
    >
      {facts}
      {isByHand && (
        <TextField
          label={t('evidence')}
          hint={t(isWritten ? 'writtenHint' : 'evidenceHint')}
          value={evidence}
          onChange={setEvidence}
          maxLength={500}
          autoComplete="off"
        />
      )}
    </CommandDialog>
  );
}
