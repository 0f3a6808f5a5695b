import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isSegment, linkShape, longestAnnouncement } from '#announcements/segments.ts';
import { countCustomers } from '#console/announcements-contract.ts';
import { directionOf, type Language, languages } from '#platform/languages.ts';
import { Checkbox } from '#platform/web/ui/checkbox.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { Select } from '#platform/web/ui/select.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { products } from '#positions/registry.ts';
import { CommandDialog } from '../commands/command-dialog.tsx';
import { callStaff } from '../queries.ts';
import { useSegmentName } from './use-segment-name.ts';

const byCountry = 'country:';
const segments = [
  'all',
  ...products.map((product) => `product:${product}`),
  ...languages.map((language) => `language:${language}`),
  byCountry,
  'never_logged_in',
];
const nothing = Object.fromEntries(languages.map((language) => [language, ''])) as Record<Language, string>;

/** Five texts, the recipients, the start and the link. The number of recipients is shown before the request is made. */
export function NewAnnouncement({ onClose }: { onClose: () => void }) {
  const t = useTranslations('console.announcements');
  const nameOf = useSegmentName();
  const [texts, setTexts] = useState(nothing);
  const [kind, setKind] = useState('all');
  const [country, setCountry] = useState('+55');
  const [at, setAt] = useState('');
  const [link, setLink] = useState('');
  const [mails, setMails] = useState(false);
  const segment = kind === byCountry ? byCountry + country.trim() : kind;
  const isWhole = languages.every((language) => texts[language].trim() !== '');
  const isGoodLink = link.trim() === '' || linkShape.test(link.trim());
  const options = {
    segment,
    ...Object.fromEntries(languages.map((language) => [`text-${language.toLowerCase()}`, texts[language].trim()])),
    ...(at && { at: new Date(at).toISOString() }),
    ...(link.trim() && { link: link.trim() }),
    ...(mails && { mails: 'yes' }),
  };
  return (
    <CommandDialog
      command="announcement create"
      options={options}
      title={t('new')}
      lead={t('newLead')}
      submit={t('submit')}
      isIncomplete={!isWhole || !isGoodLink || !isSegment(segment)}
      onClose={onClose}
    >
      {languages.map((language) => (
        <TextField
          key={language}
          label={t(`in.${language}`)}
          value={texts[language]}
          onChange={(text) => setTexts({ ...texts, [language]: text })}
          dir={directionOf(language) === 'rtl' ? 'rtl' : 'auto'}
          maxLength={longestAnnouncement}
          autoComplete="off"
        />
      ))}
      <Select
        label={t('segment')}
        value={kind}
        options={segments.map((each) => ({ value: each, label: nameOf(each) }))}
        onChange={setKind}
      />
      {kind === byCountry && (
        <TextField
          label={t('country')}
          value={country}
          onChange={setCountry}
          dir="ltr"
          maxLength={5}
          autoComplete="off"
        />
      )}
      <TextField
        label={t('link')}
        hint={t('linkHint')}
        value={link}
        onChange={setLink}
        dir="ltr"
        maxLength={200}
        autoComplete="off"
      />
      <TextField
        label={t('at')}
        hint={t('atHint')}
        type="datetime-local"
        value={at}
        onChange={setAt}
        autoComplete="off"
      />
      <Checkbox isChecked={mails} onChange={setMails}>
        {t('byMail')}
      </Checkbox>
      {isSegment(segment) && <Count segment={segment} />}
    </CommandDialog>
  );
}

function Count({ segment }: { segment: string }) {
  const t = useTranslations('console.announcements');
  const count = useQuery({
    queryKey: [countCustomers.path, segment],
    queryFn: ({ signal }) => callStaff(countCustomers, { body: { segment } }, signal),
  });
  return (
    <QueryView query={count} waiting={<SkeletonRows rows={1} />}>
      {({ Customers }) => <Notice>{t('count', { count: Customers })}</Notice>}
    </QueryView>
  );
}
