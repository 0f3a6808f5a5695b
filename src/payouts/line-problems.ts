/** The problems that a line of an operator's feed may have, with their messages. The codes are part of the API. */
export const lineProblems = {
  wrong_columns: 'it does not have as many cells as the heading',
  not_utf8: 'it contains characters that are not UTF-8, or were lost when it was saved',
  invalid_date:
    'the date is neither an instant with its zone, like 2026-03-02T14:30:00Z, nor a time of the house, like 25/03/2026 14:30',
  ambiguous_date:
    'the day and the month of its date may be swapped: say --dates day-first or --dates month-first, or write it like 2026-03-02 14:30',
  ambiguous_time:
    'the clocks of the house showed this time twice or never: write it with its zone, like 2026-03-02T14:30:00-03:00',
  date_in_future: 'the date is in the future',
  invalid_opening:
    'the opening is neither an instant with its zone, like 2026-03-02T13:30:00Z, nor a time of the house, like 25/03/2026 13:30',
  opened_after_closing: 'it opened after the date at which it closed',
  invalid_asset: 'the asset is not 1 to 40 printable characters',
  invalid_pair: 'the pair is not 1 to 40 printable characters',
  invalid_payout: 'the payout is not a percentage from -100 to 1000 with at most six decimals',
  payout_above_bound: 'the payout is above the bound of an operation, the setting payouts.most_per_operation_percent',
  day_above_bound: 'the payouts of its day come to more than the setting payouts.most_per_day_percent allows',
  invalid_reference: 'the reference is not 1 to 100 printable characters',
  rounded_reference:
    'the reference is a number that a spreadsheet rounded, like 1.23457E+11: format its column as text',
  formula: 'a cell begins with =, + or @, as a formula does: write what it amounts to',
  reference_twice: 'the reference already appears on an earlier line',
  reference_differs: 'an operation with this reference already exists with other content',
} as const;

export type LineProblem = keyof typeof lineProblems;

export interface BadLine {
  line: number;
  problem: LineProblem;
}
