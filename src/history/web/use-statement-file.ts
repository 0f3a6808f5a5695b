import { useMutation } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { addressOnApi } from '#platform/web/api-address.ts';
import { readSession } from '#platform/web/session.ts';
import { showToast } from '#platform/web/ui/toasts.ts';
import { type Days, spanOf } from './history-filter.ts';

/** Fetches what is filtered as a file. The token goes in the header: an address is kept in histories and logs. */
export function useStatementFile(days: Days): { download: () => void; isWorking: boolean } {
  const t = useTranslations('history.list');
  const format = useFormatter();
  const decimal = format.number(0.5).includes('.') ? 'point' : 'comma';
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchFile(days, decimal),
    onSuccess: save,
    onError: () => showToast('danger', t('noFile')),
  });
  return { download: () => mutate(), isWorking: isPending };
}

async function fetchFile(days: Days, decimal: 'point' | 'comma'): Promise<Blob> {
  const { start, end, tz } = spanOf(days);
  const query = new URLSearchParams({ tz, decimal, ...(start && { start }), ...(end && { end }) });
  const answer = await fetch(addressOnApi(`/api/statement.csv?${query}`), {
    headers: { Authorization: readSession().token ?? '', 'Accept-Language': document.documentElement.lang },
  });
  if (!answer.ok) throw new Error(`the statement was answered ${answer.status}`);
  return answer.blob();
}

function save(file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = 'lastro-statement.csv';
  link.click();
  URL.revokeObjectURL(link.href);
}
