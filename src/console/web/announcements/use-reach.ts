import { useQuery } from '@tanstack/react-query';
import { isSegment } from '#announcements/segments.ts';
import type { Field } from '#commands/kinds.ts';
import { countCustomers } from '#console/announcements-contract.ts';
import { callStaff } from '../queries.ts';

type Values = Readonly<Record<string, unknown>>;

/** Whom an announcement would reach, as its form stands. */
export function useReach({ segment: kind, country }: Values) {
  const segment = kind === 'country' ? `country:${String(country)}` : String(kind);
  return useQuery({
    queryKey: [countCustomers.path, segment],
    queryFn: ({ signal }) => callStaff(countCustomers, { body: { segment } }, signal),
    enabled: isSegment(segment),
  });
}

type Reach = ReturnType<typeof useReach>['data'];

/**
 * Asks for a subject and a text in the languages that its recipients read, once they are chosen, and in all of them if nobody would read it
 * yet; and for a country where there is one.
 */
export const fieldsFor =
  (reach: Reach) =>
  (fields: readonly Field[], { segment }: Values): Field[] => {
    const read = new Set(reach?.Languages.map(({ Language }) => Language.toLowerCase()));
    return fields.flatMap((field): Field[] => {
      if (field.Name === 'country') return segment === 'country' ? [{ ...field, IsRequired: true }] : [];
      const [, language] = /^(?:subject|text)-(.+)$/.exec(field.Name) ?? [];
      if (language === undefined) return [field];
      if (reach && read.size === 0) return [field];
      return read.has(language) ? [{ ...field, IsRequired: true }] : [];
    });
  };
