import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Notice } from '#platform/web/ui/notice.tsx';
import { Select } from '#platform/web/ui/select.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { type Role, roles } from '#staff/roles.ts';
import { CommandDialog } from '../commands/command-dialog.tsx';

/** Invites a new member. The link is mailed to them and never shown to the inviter. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('console.staff');
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('support');
  return (
    <CommandDialog
      command="staff invite"
      words={[email.trim()]}
      options={{ role, ...(name.trim() && { name: name.trim() }) }}
      title={t('invite')}
      lead={t('inviteLead')}
      submit={t('inviteSubmit')}
      isIncomplete={!/^\S+@\S+$/.test(email.trim())}
      onClose={onClose}
      outcome={() => <Notice>{t('invited', { email: email.trim() })}</Notice>}
    >
      <TextField
        label={t('email')}
        type="email"
        dir="ltr"
        value={email}
        onChange={setEmail}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField label={t('nameMaybe')} value={name} onChange={setName} maxLength={120} autoComplete="off" />
      <RoleSelect value={role} onChange={setRole} />
    </CommandDialog>
  );
}

/** Selects a role, with an explanation of it. */
export function RoleSelect({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const t = useTranslations('console');
  const options = roles.map((role) => ({ value: role, label: t(`roles.${role}`) }));
  return (
    <Select
      label={t('staff.roleOf')}
      hint={t(`roleNotes.${value}`)}
      value={value}
      options={options}
      onChange={onChange}
    />
  );
}
