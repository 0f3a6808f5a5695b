import { useMutation } from '@tanstack/react-query';
import { addressOnApi } from './api-address.ts';
import { saveFile } from './save-file.ts';
import { readSession } from './session.ts';
import { showToast } from './ui/toasts.ts';

export interface FileRequest {
  /** The path on the API, with its query. */
  path: string;
  /** The name under which it is saved. */
  name: string;
  /** The toast when it could not be fetched. */
  failed: string;
}

/** Fetches a customer's file and saves it. The token goes in the header: URLs are kept in histories and logs. */
export function useFile({ path, name, failed }: FileRequest): { download: () => void; isWorking: boolean } {
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchFile(path),
    meta: { affects: [] },
    onSuccess: (file) => saveFile(file, name),
    onError: () => showToast('danger', failed),
  });
  return { download: () => mutate(), isWorking: isPending };
}

/** For the whole file, on a slow line too: a connection that has died says nothing, and the button would work for ever. */
const patienceMs = 120_000;

async function fetchFile(path: string): Promise<Blob> {
  const answer = await fetch(addressOnApi(path), {
    headers: { Authorization: readSession().token ?? '', 'Accept-Language': document.documentElement.lang },
    signal: AbortSignal.timeout(patienceMs),
  });
  if (!answer.ok) throw new Error(`a file was answered ${answer.status}`);
  return answer.blob();
}
