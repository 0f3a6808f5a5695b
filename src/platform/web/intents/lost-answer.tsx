import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { giveUpIntent, type IntentOutcome, readIntent } from '#platform/intents.ts';
import { callApi } from '../api.ts';
import { readAgain } from '../read-again.ts';
import { Button } from '../ui/button.tsx';
import { useDate } from '../ui/date-time.tsx';
import { DialogActions, DialogBody } from '../ui/dialog-parts.tsx';
import { Notice } from '../ui/notice.tsx';
import { mayBeResent, type StoredIntent } from './stored-intents.ts';
import styles from './money-dialog.module.css';
import { intentWords } from './words.ts';
import { useLanguage } from '../i18n/language-provider.tsx';
import { Said } from '../ui/said.tsx';

interface LostAnswerProps {
  intent: StoredIntent;
  what: string;
  /** Called when the outcome is known and shown. */
  onKnown: (key: string) => void;
  onGivingUp: (isGivingUp: boolean) => void;
  onSendAgain: () => void;
  /** Nothing was done: returns to the form being filled in. */
  onBack: () => void;
  onDone: () => void;
}

/** The request may still be on its way to the server. */
const askAgainMs = 5_000;

/**
 * Shows an intent that was confirmed and never answered. The server is asked first; the customer chooses whether to send again or give up.
 */
export function LostAnswer({ intent, what, onKnown, onGivingUp, onSendAgain, onBack, onDone }: LostAnswerProps) {
  const words = intentWords[useLanguage().language];
  const formatDate = useDate();
  const { query, givingUp } = useOutcome(intent.key, onGivingUp);
  const outcome = query.data;
  const isKnown = outcome !== undefined && outcome.State !== 'none';
  const place = useRef<HTMLDivElement>(null);
  // The button that was pressed is now hidden, so keyboard and screen reader continue here.
  useEffect(() => place.current?.focus(), []);
  useEffect(() => {
    if (isKnown) onKnown(intent.key);
  }, [isKnown, onKnown, intent.key]);
  const at = formatDate(new Date(intent.at).toISOString(), {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });

  return (
    <>
      <DialogBody>
        <div ref={place} tabIndex={-1} role="group" aria-label={words.title} className={styles.question}>
          <Notice tone="caution">
            <strong>{words.title}</strong>
          </Notice>
          <p>{words.asked.replace('{what}', () => what).replace('{at}', () => at)}</p>
          <Said>{say(words, query, mayBeResent(intent))}</Said>
        </div>
      </DialogBody>
      <DialogActions>
        {outcome === undefined && query.isError && (
          <Button kind="primary" onClick={() => void query.refetch()} isWorking={query.isFetching}>
            {words.ask}
          </Button>
        )}
        {outcome?.State === 'none' && (
          <>
            <Button onClick={() => givingUp.mutate()} isWorking={givingUp.isPending}>
              {words.giveUp}
            </Button>
            {mayBeResent(intent) && (
              <Button kind="primary" onClick={onSendAgain} disabled={givingUp.isPending}>
                {words.again}
              </Button>
            )}
          </>
        )}
        {isKnown && (
          <Button kind="primary" onClick={outcome.State === 'done' ? onDone : onBack}>
            {words.understood}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

function useOutcome(key: string, onGivingUp: (isGivingUp: boolean) => void) {
  const client = useQueryClient();
  const queryKey = ['intent', key];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(readIntent, { params: { key } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.State === 'none' ? askAgainMs : false),
  });
  const givingUp = useMutation({
    mutationFn: () => callApi(giveUpIntent, { params: { key } }),
    meta: { affects: [] },
    onMutate: () => onGivingUp(true),
    onSuccess: (outcome) => client.setQueryData(queryKey, outcome),
    onSettled: () => onGivingUp(false),
  });
  const isDone = query.data?.State === 'done';
  // The intent took effect without this page's knowledge: every figure on it may be stale.
  useEffect(() => {
    if (isDone) void readAgain(client, { affects: 'figures' });
  }, [isDone, client]);
  return { query, givingUp };
}

type Words = (typeof intentWords)['pt-BR'];

/** Of a request that is too old, “nothing is known of it” does not mean that nothing was done. */
function say(
  words: Words,
  { data, isError }: { data: IntentOutcome | undefined; isError: boolean },
  isRecent: boolean,
): string {
  if (!data) return isError ? words.unknown : words.asking;
  if (data.State === 'none' && isError) return words.unknown;
  if (data.State === 'none') return isRecent ? words.none : words.old;
  if (data.State === 'done') return words.done;
  const { code, message } = (data.Answer ?? {}) as { code?: unknown; message?: unknown };
  if (code === 'given_up') return isRecent ? words.givenUp : words.givenUpOld;
  return typeof message === 'string' ? `${words.refused} ${message}` : words.refused;
}
