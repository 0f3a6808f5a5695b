import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AnswerOf } from '#platform/endpoint.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import type { listStaff } from '#staff/contract.ts';
import type { Role } from '#staff/roles.ts';
import { CommandDialog } from '../commands/command-dialog.tsx';
import { RoleSelect } from './invite-dialog.tsx';

export type Member = AnswerOf<typeof listStaff>[number];
type Change = 'role' | 'reset' | 'disable';

interface MemberDialogProps {
  member: Member;
  onClose: () => void;
}

/** Actions on a member of staff: first the choice, then the dialog of that action. */
export function MemberDialog({ member, onClose }: MemberDialogProps) {
  const t = useTranslations('console.staff');
  const [change, setChange] = useState<Change | null>(null);
  if (change === 'role') return <RoleDialog member={member} onClose={onClose} />;
  if (change) {
    return (
      <CommandDialog
        command={`staff ${change}`}
        words={[member.Email]}
        title={t(`${change}.title`, { name: member.Name })}
        lead={t(`${change}.lead`)}
        submit={t(`${change}.submit`)}
        isDangerous
        onClose={onClose}
      />
    );
  }
  const changes: readonly Change[] = member.Left ? ['reset'] : ['role', 'reset', 'disable'];
  return (
    <Dialog title={member.Name} lead={member.Email} isOpen onClose={onClose}>
      <DialogBody>
        {changes.map((each) => (
          <Button key={each} isWide onClick={() => setChange(each)}>
            {t(`${each}.submit`)}
          </Button>
        ))}
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

function RoleDialog({ member, onClose }: MemberDialogProps) {
  const t = useTranslations('console.staff');
  const [role, setRole] = useState<Role>(member.Role);
  return (
    <CommandDialog
      command="staff role"
      words={[member.Email, role]}
      title={t('role.title', { name: member.Name })}
      lead={t('role.lead')}
      submit={t('role.submit')}
      isIncomplete={role === member.Role}
      onClose={onClose}
    >
      <RoleSelect value={role} onChange={setRole} />
    </CommandDialog>
  );
}
