import { useMutation } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useLocation, useNavigate, useParams } from 'react-router';
import {
  approveRequest,
  listRequests,
  readRequest,
  refuseRequest,
  type StaffRequestAnswer,
  withdrawRequest,
} from '#console/contract.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { Age } from '../age.tsx';
import { ReasonField, Refused, Said } from '../commands/command-dialog.tsx';
import { Sentence } from '../commands/sentence.tsx';
import { FileOfRequest } from '../operations/file-of-request.tsx';
import { callStaff } from '../queries.ts';
import { useStaffPages, useStaffQuery } from '../use-staff-query.ts';
import styles from './approvals.module.css';
import { RequestState } from './request-state.tsx';

type Decision = 'approve' | 'refuse' | 'withdraw';
/** Seldom enough for what is reckoned for it each time: whether it could still be done, and how many customers there are. */
const everyMs = 20_000;

/** One request: its exact content, the maker and their reason, and the buttons for those who may decide on it. */
export function RequestDialog() {
  const t = useTranslations('console.approvals');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const request = useStaffQuery(readRequest, { params: { id } }, { everyMs });
  // Kept from one request to the next of its kind.
  const [reason, setReason] = useState('');
  const { search } = useLocation();
  const close = () => void navigate({ pathname: '/approvals', search });
  return (
    <Dialog title={t('one')} isOpen onClose={close}>
      <QueryView
        query={request}
        waiting={
          <DialogBody>
            <SkeletonRows />
          </DialogBody>
        }
      >
        {(read) => <Decided key={id} request={read} reason={reason} onReason={setReason} onClose={close} />}
      </QueryView>
    </Dialog>
  );
}

interface DecidedProps {
  request: StaffRequestAnswer;
  reason: string;
  onReason: (reason: string) => void;
  onClose: () => void;
}

function Decided({ request, reason, onReason, onClose }: DecidedProps) {
  const t = useTranslations('console.approvals');
  const navigate = useNavigate();
  const decision = useMutation({
    mutationFn: async (how: Decision) => {
      const params = { id: request.Id };
      if (how === 'withdraw') return callStaff(withdrawRequest, { params, body: {} });
      const shape = how === 'approve' ? approveRequest : refuseRequest;
      return callStaff(shape, { params, body: { reason: reason.trim() } });
    },
    meta: { repeatsLooks: true },
  });
  const state = useRef<HTMLSpanElement>(null);
  // The pressed button is gone, so keyboard focus moves to the result.
  useEffect(() => {
    if (decision.isSuccess) state.current?.focus();
  }, [decision.isSuccess]);
  const isOpen = request.State === 'waiting';
  const alike = useAlike(request, isOpen && request.Mine === 'decide');
  const [next] = alike;
  /** Each is seen before it is approved; what was refused meanwhile stays to be read. */
  const approveAndGoOn = (to: string) =>
    decision.mutate('approve', {
      onSuccess: ({ State }) => State === 'done' && void navigate(`/approvals/${to}`),
    });
  const mayDecide = isOpen && request.Mine === 'decide';
  const isNotYet = reason.trim().length < 3;
  return (
    <>
      <DialogBody>
        <RequestFacts request={request} state={state} />
        {isOpen && request.Command === 'operations import' && <FileOfRequest request={request} />}
        {request.Problem && <Notice tone="caution">{t('problem', { why: request.Problem })}</Notice>}
        {mayDecide && <ReasonField value={reason} onChange={onReason} isNeeded mayNeedTwo={false} />}
        {isOpen && request.Mine === 'made' && <Notice>{t('yours')}</Notice>}
        <Refused error={decision.error} />
      </DialogBody>
      <DialogActions>
        {!mayDecide && <Button onClick={onClose}>{t('close')}</Button>}
        {isOpen && request.Mine === 'made' && (
          <Button kind="danger" isWorking={decision.isPending} onClick={() => decision.mutate('withdraw')}>
            {t('withdraw')}
          </Button>
        )}
        {mayDecide && (
          <>
            <Button
              kind="danger"
              disabled={isNotYet}
              isWorking={decision.isPending && decision.variables === 'refuse'}
              onClick={() => decision.mutate('refuse')}
            >
              {t('refuse')}
            </Button>
            {next && (
              <Button disabled={isNotYet || decision.isPending} onClick={() => approveAndGoOn(next.Id)}>
                {t('approveNext', { count: alike.length })}
              </Button>
            )}
            <Button
              kind="primary"
              disabled={isNotYet}
              isWorking={decision.isPending && decision.variables === 'approve'}
              onClick={() => decision.mutate('approve')}
            >
              {t('approve')}
            </Button>
          </>
        )}
      </DialogActions>
    </>
  );
}

/** The other requests for the same action that wait for the member, the longest waiting first. */
function useAlike({ Id, Command }: StaffRequestAnswer, isWanted: boolean): StaffRequestAnswer[] {
  const open = useStaffPages(listRequests, { query: { state: 'open' } }, { isOff: !isWanted });
  return (open.data?.pages ?? [])
    .flatMap(({ rows }) => rows)
    .filter((each) => each.Command === Command && each.Id !== Id && each.Mine === 'decide')
    .toReversed();
}

function RequestFacts({ request, state }: { request: StaffRequestAnswer; state: RefObject<HTMLSpanElement | null> }) {
  const t = useTranslations('console.approvals');
  const tRole = useTranslations('console.roles');
  const format = useFormatter();
  const { Params, Sentence: said, Reason, Maker, Made, Expires, Decider, Decided: decidedAt, DecisionReason } = request;
  return (
    <>
      <p className={styles.asked}>
        <Sentence parts={said} />
      </p>
      {request.Now && (
        <ul className={styles.now} aria-label={t('now')}>
          {request.Now.map((line, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the lines of one request have their place and nothing else
            <li key={at}>
              <Sentence parts={line} />
            </li>
          ))}
        </ul>
      )}
      <Facts>
        <Fact label={t('state')}>
          <span ref={state} tabIndex={-1} role="status" className={styles.state}>
            <RequestState request={request} />
          </span>
        </Fact>
        <Fact label={t('maker')}>
          <bdi>{Maker.Name}</bdi>
        </Fact>
        {request.State === 'waiting' && (
          <Fact label={t('deciders')}>
            {format.list(
              request.Deciders.map((role) => tRole(role)),
              { type: 'disjunction' },
            )}
          </Fact>
        )}
        {/* Most commands say it themselves. */}
        {Params['reason'] !== Reason && (
          <Fact label={t('reason')}>
            <span dir="auto">{Reason}</span>
          </Fact>
        )}
        <Fact label={t('made')}>
          <DateTime value={Made} show="minute" />
          {request.State === 'waiting' && (
            <>
              {' · '}
              <Age since={Made} />
            </>
          )}
        </Fact>
        {request.State === 'waiting' && (
          <Fact label={t('expires')}>
            <DateTime value={Expires} show="minute" />
          </Fact>
        )}
        {Decider && (
          <Fact label={t('decider')}>
            <bdi>{Decider.Name}</bdi>
          </Fact>
        )}
        {decidedAt && (
          <Fact label={t('decided')}>
            <DateTime value={decidedAt} show="minute" />
          </Fact>
        )}
        {DecisionReason && (
          <Fact label={t('decisionReason')}>
            <span dir="auto">{DecisionReason}</span>
          </Fact>
        )}
      </Facts>
      {request.Result && <Said result={request.Result} />}
    </>
  );
}
