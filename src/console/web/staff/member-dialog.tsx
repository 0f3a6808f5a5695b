import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AnswerOf } from '#platform/endpoint.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import type { listStaff } from '#staff/contract.ts';
import { FormDialog } from '../commands/form-dialog.tsx';
import { useCommands } from '../commands/use-command.ts';

export type Member = AnswerOf<typeof listStaff>[number];

/** Actions on a member of staff: first the choice, then the dialog of that action. */
export function MemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useTranslations('console.staff');
  const { data = [] } = useCommands();
  const [change, setChange] = useState<string | null>(null);
  if (change !== null) {
    return (
      <FormDialog
        command={change}
        given={{ staff: member.Email }}
        isDangerous={change !== 'staff role'}
        onClose={onClose}
      >
        <p>
          <bdi>{member.Name}</bdi>
        </p>
      </FormDialog>
    );
  }
  const changes = member.Left ? ['staff reset'] : ['staff role', 'staff reset', 'staff disable'];
  return (
    <Dialog title={member.Name} lead={member.Email} isOpen onClose={onClose}>
      <DialogBody>
        {data
          .filter(({ Command }) => changes.includes(Command))
          .map(({ Command, Form }) => (
            <Button key={Command} isWide onClick={() => setChange(Command)}>
              {Form?.Title}
            </Button>
          ))}
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
