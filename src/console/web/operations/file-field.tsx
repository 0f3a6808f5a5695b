import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { keepFile, mostLetters } from '#console/feeds-contract.ts';
import { decodeFeed } from '#payouts/feed-encoding.ts';
import { messageOf } from '#platform/web/api-failure.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { callStaff } from '../queries.ts';
import styles from './operations.module.css';

export interface Chosen {
  name: string;
  csv: string;
  /** Distinguishes it from a file of the same name chosen again. */
  at: number;
}

/** Decodes the file as the command does. */
export function FileField({ onChoose }: { onChoose: (file: Chosen | 'too_large' | null) => void }) {
  const t = useTranslations('console.operations');
  const input = useRef<HTMLInputElement>(null);
  async function choose(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = event.target.files ?? [];
    // Allows the same file to be chosen again after a correction.
    event.target.value = '';
    if (!file) return;
    if (file.size > mostLetters) return onChoose('too_large');
    onChoose({
      name: file.name,
      csv: decodeFeed(new Uint8Array(await file.arrayBuffer()), TextDecoder),
      at: Date.now(),
    });
  }
  return (
    <div className={styles.choice}>
      <input
        ref={input}
        type="file"
        className={styles.file}
        accept=".csv,text/csv,text/plain"
        aria-label={t('choose')}
        onChange={(event) => void choose(event)}
      />
      <Button onClick={() => input.current?.click()}>{t('chooseFile')}</Button>
      <p className={styles.hint}>{t('chooseHint')}</p>
    </div>
  );
}

/** A command's file: uploaded as soon as it is chosen; its value is the id that it is given. */
export function UploadField({
  label,
  value,
  onChange,
  error,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}) {
  const t = useTranslations('console.operations');
  const [name, setName] = useState('');
  const keeping = useMutation({
    mutationFn: (file: Chosen) => callStaff(keepFile, { body: { name: file.name, csv: file.csv } }),
  });
  function upload(file: Chosen | 'too_large' | null): void {
    setName(file === null || file === 'too_large' ? '' : file.name);
    if (file === 'too_large') onChange('');
    else if (file) keeping.mutate(file, { onSuccess: ({ Id }) => onChange(Id) });
  }
  const wrong = error ?? (keeping.error && (messageOf(keeping.error) ?? t('failed')));
  return (
    <div>
      {label} <bdi>{value && name}</bdi>
      <FileField onChoose={upload} />
      {wrong && <Notice tone="caution">{wrong}</Notice>}
    </div>
  );
}
