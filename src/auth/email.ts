/** One address, however it was typed: spaces around it and capitals make no other customer. */
export function normaliseEmail(typed: string): string {
  return typed.trim().toLowerCase();
}
