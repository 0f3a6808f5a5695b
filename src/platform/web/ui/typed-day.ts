/** What stands in a date field: nothing, a day, a part of one, or a day that its calendar does not have. */
export type TypedDay = 'empty' | 'whole' | 'unfinished' | 'impossible';

interface DateFieldState {
  segments: readonly { type: string; value?: number | null; isEditable: boolean; isPlaceholder: boolean }[];
  /** The last real day, in the calendar of the field. */
  value: object | null;
}

export function readTypedDay({ segments, value }: DateFieldState): TypedDay {
  const parts = segments.filter(({ isEditable }) => isEditable);
  const missing = parts.filter(({ isPlaceholder }) => isPlaceholder).length;
  if (missing > 0) return missing === parts.length ? 'empty' : 'unfinished';
  const isReal = value !== null && parts.every((part) => Reflect.get(value, part.type) === part.value);
  return isReal ? 'whole' : 'impossible';
}
