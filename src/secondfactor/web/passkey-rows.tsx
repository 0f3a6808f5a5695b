import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { PasskeyEntry } from '../contract.ts';
import type { Change } from './change.ts';
import { Row } from './row.tsx';

interface PasskeyRowsProps {
  passkeys: readonly PasskeyEntry[];
  onChange: (change: Change) => void;
}

export function PasskeyRows({ passkeys, onChange }: PasskeyRowsProps) {
  return passkeys.map((passkey) => <PasskeyRow key={passkey.Id} passkey={passkey} onChange={onChange} />);
}

function PasskeyRow({ passkey, onChange }: { passkey: PasskeyEntry; onChange: (change: Change) => void }) {
  const t = useTranslations('secondfactor.card');
  const { Id: id, Name: name, LastUsed } = passkey;
  const used = LastUsed ? t.rich('lastUsed', { date: () => <DateTime value={LastUsed} /> }) : t('neverUsed');
  return (
    <Row
      name={
        <>
          <bdi translate="no">{name}</bdi> {passkey.Synced && <StatusBadge tone="neutral">{t('synced')}</StatusBadge>}
        </>
      }
      note={used}
    >
      <Button
        size="small"
        aria-label={t('renameThis', { name })}
        onClick={() => onChange({ what: 'rename_passkey', id, name })}
      >
        {t('rename')}
      </Button>
      <Button
        size="small"
        aria-label={t('removeThis', { name })}
        onClick={() => onChange({ what: 'remove_passkey', id, name })}
      >
        {t('remove')}
      </Button>
    </Row>
  );
}
