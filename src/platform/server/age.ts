/** Accounts are for adults only. */
export const adultYears = 18;

/** Whether a person born on `birth` is of age on `today`, both as YYYY-MM-DD. Born on 29 February: of age on 1 March. */
export function isAdult(birth: string, today: string): boolean {
  const comingOfAge = `${String(Number(birth.slice(0, 4)) + adultYears).padStart(4, '0')}${birth.slice(4)}`;
  return comingOfAge <= today;
}
