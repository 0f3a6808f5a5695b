import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AnswerOf } from '#platform/endpoint.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import type { listStaff } from '#staff/contract.ts';
import { FormDialog } from '../commands/form-dialog.tsx';
import { useTitled } from '../commands/use-command.ts';

export type Member = AnswerOf<typeof listStaff>[number];

/** Actions on a member of staff: first the choice, then the dialog of that action. */
export function MemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useTranslations('console.staff');
  const [change, setChange] = useState<string | null>(null);
  const changes = useTitled(
    ...(member.Left ? ['staff reset'] : ['staff role', 'staff password', 'staff reset', 'staff disable']),
  );
  if (change !== null) {
    return (
      <FormDialog command={change} given={{ staff: member.Email }} onClose={onClose}>
        <p>
          <bdi>{member.Name}</bdi>
        </p>
      </FormDialog>
    );
  }
  return (
    <Dialog title={member.Name} lead={member.Email} isOpen onClose={onClose}>
      <DialogBody>
        {changes.map(({ command, title }) => (
          <Button key={command} isWide onClick={() => setChange(command)}>
            {title}
          </Button>
        ))}
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
