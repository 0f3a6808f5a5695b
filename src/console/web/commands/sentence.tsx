import { Link } from 'react-router';
import { useFormatter } from 'use-intl';
import type { Part } from '#commands/kinds.ts';
import type { Unit } from '#console/offers-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { allButAdmin } from '#staff/roles.ts';
import { useSettingName } from '../offers/use-setting-name.ts';
import { ValueWords } from '../offers/value-words.tsx';
import { useMe } from '../use-me.ts';

/** What a command asks for or did, in the reader's language, each value as its kind is shown; plain: without links, inside one. */
export function Sentence({ parts, isPlain = false }: { parts: readonly Part[]; isPlain?: boolean }) {
  return parts.map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of one sentence have their place and nothing else
    <Piece key={at} part={part} isPlain={isPlain} />
  ));
}

function Piece({ part: { Kind: kind, Value, Name }, isPlain }: { part: Part; isPlain: boolean }) {
  const { knownNameOf } = useSettingName();
  const format = useFormatter();
  const seesCustomers = allButAdmin.includes(useMe().Role) && !isPlain;
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
    case 'journal':
      return <code dir="ltr">{Value}</code>;
    case 'customer':
      return seesCustomers ? (
        <Link to={`/customers/${Value}`} dir="auto">
          {Name ?? Value}
        </Link>
      ) : (
        <bdi>{Name ?? Value}</bdi>
      );
    case 'transfer':
      return seesCustomers ? (
        <Link to={`/transfers/${Value}`}>
          <bdi>{Value}</bdi>
        </Link>
      ) : (
        <bdi>{Value}</bdi>
      );
    case 'staff':
    case 'choice':
    case 'flag':
    case 'address':
    case 'id':
      return <bdi>{Name ?? Value}</bdi>;
    case 'setting':
      return <bdi>{knownNameOf(Value) ?? Value}</bdi>;
    case 'value':
      return <ValueWords unit={Name as Unit | null} value={JSON.parse(Value) as unknown} />;
    case 'text':
    case 'file':
      return <bdi>{Value}</bdi>;
    case 'words':
      return Value;
  }
}
