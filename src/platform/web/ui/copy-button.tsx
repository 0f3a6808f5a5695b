import { useTranslations } from 'use-intl';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { IconCopy } from './icons-action.tsx';
import { IconCheck } from './icons-status.tsx';
import { showToast } from './toasts.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const confirmedMs = 2_500;

interface CopyButtonProps {
  text: string;
  label?: string;
  /** Without a border, for use in a line of text. */
  isQuiet?: boolean;
}

/** Copies and confirms it, on itself and to a screen reader. */
export function CopyButton({ text, label, isQuiet }: CopyButtonProps) {
  const t = useTranslations('platform');
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), confirmedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      showToast('danger', t('couldNotCopy'));
    }
  }

  return (
    <>
      <Button
        size="small"
        kind={isQuiet ? 'quiet' : 'secondary'}
        icon={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        onClick={() => void copy()}
      >
        {isCopied ? t('copied') : (label ?? t('copy'))}
      </Button>
      <span role="status">{isCopied && <VisuallyHidden>{t('copied')}</VisuallyHidden>}</span>
    </>
  );
}
