import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { readCase } from '#console/cases-contract.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { Select } from '#platform/web/ui/select.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { FormDialog } from '../commands/form-dialog.tsx';
import { useTitled } from '../commands/use-command.ts';
import { WayButtons } from '../commands/way-buttons.tsx';
import { useStaffQuery } from '../use-staff-query.ts';
import { CaseFiles } from './case-files.tsx';
import { DecisionBadge } from './decision-badge.tsx';

type Shown = AnswerOf<typeof readCase>;

/** A case: the customer, the alerts, its history, and the actions available now. */
export function CaseDialog() {
  const t = useTranslations('console.cases');
  const { id = '' } = useParams();
  const leave = useNavigate();
  const { search } = useLocation();
  const found = useStaffQuery(readCase, { params: { id } }, { isLook: true });
  const [work, setWork] = useState<string | null>(null);
  const works = useTitled('case note', 'case assign', 'case decide', 'case close');
  const { data } = found;
  if (work && data) return <Working work={work} found={data} onClose={() => setWork(null)} />;
  const close = () => void leave({ pathname: '/cases', search });
  const isOpen = data?.Closed === null;
  const ways = works.filter(({ command }) => isOpen && (command !== 'case close' || data.Decision !== null));
  return (
    <Dialog title={data?.Customer.Name ?? t('case')} isOpen onClose={close}>
      <DialogBody>
        <QueryView query={found} waiting={<SkeletonRows />}>
          {(shown) => <Told found={shown} />}
        </QueryView>
      </DialogBody>
      <DialogActions>
        {ways.length === 0 && <Button onClick={close}>{t('close')}</Button>}
        <WayButtons ways={ways} primary="case decide" onChoose={setWork} />
      </DialogActions>
    </Dialog>
  );
}

function Told({ found }: { found: Shown }) {
  const t = useTranslations('console.cases');
  return (
    <>
      <Facts>
        <Fact label={t('customer')}>
          <Link to={`/customers/${found.Customer.Id}`}>
            <bdi>{found.Customer.Email}</bdi>
          </Link>
        </Fact>
        <Fact label={t('decision')}>
          <DecisionBadge decision={found.Decision} />
        </Fact>
        <Fact label={t('assignedTo')}>{found.AssignedTo ? <bdi>{found.AssignedTo.Name}</bdi> : t('nobody')}</Fact>
        {found.AlertList.map(({ Id, Rule }) => (
          <Fact key={Id} label={t('alert')}>
            <Link to={`/cases/alerts/${Id}`}>{t(`rules.${Rule}`)}</Link>
          </Fact>
        ))}
      </Facts>
      <CaseFiles found={found} />
      <h3>{t('events')}</h3>
      <Facts>
        {found.Events.map(({ Id, Kind, Author, Date: date, About, Words }) => (
          <Fact key={Id} label={<DateTime value={date} show="minute" />}>
            {t(`kinds.${Kind}`)}
            {Kind === 'decided' && About ? `: ${t(`decisions.${About as 'nothing'}`)}` : ''}
            {Kind === 'assigned' && About ? (
              <>
                : <bdi>{About}</bdi>
              </>
            ) : (
              ''
            )}{' '}
            · <bdi>{Author}</bdi>
            {Words && (
              <>
                <br />
                <span dir="auto">{Words}</span>
              </>
            )}
          </Fact>
        ))}
      </Facts>
    </>
  );
}

/** One of the actions on a case; whoever it is assigned to is chosen from compliance. */
function Working({ work, found, onClose }: { work: string; found: Shown; onClose: () => void }) {
  const t = useTranslations('console.cases');
  const [staff, setStaff] = useState(found.AssignedTo?.Email ?? found.Colleagues[0]?.Email);
  const isAssigning = work === 'case assign' && staff !== undefined;
  return (
    <FormDialog command={work} given={{ case: found.Id, ...(isAssigning && { staff }) }} onClose={onClose}>
      {isAssigning && (
        <Select
          label={t('assignedTo')}
          value={staff}
          options={found.Colleagues.map(({ Email, Name }) => ({ value: Email, label: Name }))}
          onChange={setStaff}
        />
      )}
    </FormDialog>
  );
}
