/** What happened to a customer's second factor, for the subscriber that notifies them. */
export const securityChanges = [
  'app_added',
  'app_removed',
  'passkey_added',
  'passkey_removed',
  'recovery_codes_renewed',
  'recovery_code_used',
  'second_key_removed',
  'removal_confirmed',
  'removal_canceled',
  'second_key_removed_after_waiting',
  'second_key_removed_by_operator',
  'second_key_removed_by_reset',
] as const;
export type SecurityChangeKind = (typeof securityChanges)[number];

export interface SecurityChange {
  customerId: string;
  what: SecurityChangeKind;
  /** When a confirmed removal takes effect. */
  removesAt?: Date;
}
