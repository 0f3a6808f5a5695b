import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { mostEvidenceBytes } from '#cases/patterns.ts';
import { addCaseFile, type readCase, takeCaseFile } from '#console/cases-contract.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { Refused } from '../commands/command-dialog.tsx';
import { useMay } from '../commands/use-command.ts';
import { callStaff } from '../queries.ts';
import shared from '../shared.module.css';

type Shown = AnswerOf<typeof readCase>;

/** The files attached to a case, and attaching one while it is open. */
export function CaseFiles({ found: { Id: id, Closed, Files } }: { found: Shown }) {
  const t = useTranslations('console.cases.files');
  const may = useMay();
  const isOpen = Closed === null && may('case note');
  if (Files.length === 0 && !isOpen) return null;
  return (
    <>
      <h3>{t('title')}</h3>
      <Facts>
        {Files.map(({ Id, Name, Bytes, Sha256, Author, Added }) => (
          <Fact
            key={Id}
            label={
              <>
                <a href={takeCaseFile.path.replace(':id', id).replace(':file', Id)} download>
                  <bdi>{Name}</bdi>
                </a>{' '}
                <code className={shared.key}>{Sha256}</code>
              </>
            }
          >
            <DateTime value={Added} show="minute" /> · <bdi>{Author}</bdi> ·{' '}
            {t('size', { size: Math.ceil(Bytes / 1024) })}
          </Fact>
        ))}
      </Facts>
      {isOpen && <Attach id={id} />}
    </>
  );
}

function Attach({ id }: { id: string }) {
  const t = useTranslations('console.cases.files');
  const input = useRef<HTMLInputElement>(null);
  const adding = useMutation({
    mutationFn: async (file: File) =>
      callStaff(addCaseFile, { params: { id }, body: { name: file.name, content: await inBase64(file) } }),
    meta: { repeatsLooks: true },
  });
  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const [file] = event.target.files ?? [];
    // Allows the same file to be chosen again after a correction.
    event.target.value = '';
    if (file) adding.mutate(file);
  }
  return (
    <div>
      <input
        ref={input}
        type="file"
        hidden
        accept=".pdf,.png,.jpg,.jpeg,.csv,.txt"
        aria-label={t('attach')}
        onChange={choose}
      />
      <Button size="small" isWorking={adding.isPending} onClick={() => input.current?.click()}>
        {t('attach')}
      </Button>
      <p>{t('hint', { most: mostEvidenceBytes / 1_048_576 })}</p>
      {adding.isSuccess && <Notice>{t('attached')}</Notice>}
      <Refused error={adding.error} />
    </div>
  );
}

/** A data URL has it after its comma. */
function inBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? (reader.result.split(',')[1] ?? '') : ''),
    );
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unread')));
    reader.readAsDataURL(file);
  });
}
