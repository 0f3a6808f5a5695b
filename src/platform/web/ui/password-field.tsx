import { useTranslations } from 'use-intl';
import { useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { IconEye, IconEyeOff } from './icons-action.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'after'>) {
  const t = useTranslations('platform');
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      autoComplete="current-password"
      spellCheck={false}
      autoCapitalize="none"
      {...props}
      dir="ltr"
      type={isShown ? 'text' : 'password'}
      after={
        <IconButton
          label={isShown ? t('hidePassword') : t('showPassword')}
          icon={isShown ? <IconEyeOff /> : <IconEye />}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}
