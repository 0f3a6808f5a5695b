import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormatter } from 'use-intl';
import type { Part } from '#commands/kinds.ts';
import type { Unit } from '#console/offers-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { useSettingName } from '../offers/use-setting-name.ts';
import { ValueWords } from '../offers/value-words.tsx';
import { screensOf } from '../screens.tsx';
import { useMe } from '../use-me.ts';
import styles from './command-dialog.module.css';

/** What a command asks for or did, in the reader's language, each value as its kind is shown; plain: without links, inside one. */
export function Sentence({ parts, isPlain = false }: { parts: readonly Part[]; isPlain?: boolean }) {
  const values = parts.filter(({ Kind: kind, Value }) => kind === 'value' && Value !== '–');
  return parts.map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of one sentence have their place and nothing else
    <Piece key={at} part={part} beside={values.find((each) => each !== part)} isPlain={isPlain} />
  ));
}

/** Where what is named can be seen. */
const places = { customer: '/customers', transfer: '/transfers', journal: '/ledger', setting: '/offers' } as const;

interface PieceProps {
  part: Part;
  /** The other of two values, of which one replaces the other. */
  beside: Part | undefined;
  isPlain: boolean;
}

function Piece({ part: { Kind: kind, Value, Name }, beside, isPlain }: PieceProps) {
  const { knownNameOf } = useSettingName();
  const format = useFormatter();
  const mine = screensOf(useMe().Role);
  /** A link for those who see the thing itself. */
  const linked = (of: keyof typeof places, id: string | null, name: ReactNode) =>
    !isPlain && id !== null && mine.some(({ path }) => path === places[of]) ? (
      <Link to={id === '' ? places[of] : `${places[of]}/${id}`}>{name}</Link>
    ) : (
      name
    );
  if (Value === '–') return Value;
  switch (kind) {
    case 'money':
      return <Amount value={Number(Value)} />;
    case 'number':
      return format.number(Number(Value), { maximumFractionDigits: 6 });
    case 'day':
      return <DateTime value={Value} />;
    case 'moment':
      return <DateTime value={Value} show="minute" />;
    case 'code':
      return <code dir="ltr">{Value}</code>;
    case 'customer':
      return linked(kind, Value, <bdi>{Name ?? Value}</bdi>);
    case 'transfer':
      // Enough to tell one from another; what it is stands beside it.
      return linked(kind, Value, <code dir="ltr">{Value.slice(-8)}</code>);
    case 'journal':
      return linked(kind, Name, <code dir="ltr">{Name?.split('/')[1] ?? Value}</code>);
    case 'staff':
    case 'choice':
    case 'flag':
    case 'address':
    case 'id':
      return <bdi>{Name ?? Value}</bdi>;
    case 'setting':
      return linked(kind, '', <bdi>{knownNameOf(Value) ?? Value}</bdi>);
    case 'value':
      return (
        <ValueWords
          unit={Name as Unit | null}
          value={JSON.parse(Value) as unknown}
          beside={beside && (JSON.parse(beside.Value) as unknown)}
        />
      );
    case 'text':
    case 'file':
      return <bdi className={Value.includes('\n') ? styles.paragraphs : undefined}>{Value}</bdi>;
    case 'words':
      return Value;
  }
}
