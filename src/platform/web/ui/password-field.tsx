import { useTranslations } from 'use-intl';
import { useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { IconEye, IconEyeOff } from './icons-action.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** Its label is text: the button to show what is typed is named by it. */
type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'after' | 'label'> & { label: string };

export function PasswordField(props: PasswordFieldProps) {
  const t = useTranslations('platform');
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      autoComplete="current-password"
      {...props}
      dir="ltr"
      type={isShown ? 'text' : 'password'}
      after={
        <IconButton
          label={t('showPassword', { field: props.label.toLocaleLowerCase() })}
          aria-pressed={isShown}
          icon={isShown ? <IconEyeOff /> : <IconEye />}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}
