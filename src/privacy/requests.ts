/** The requests customers make about the data held on them, and their outcomes. */
export const privacyKinds = ['export', 'correction', 'erasure'] as const;
export type PrivacyKind = (typeof privacyKinds)[number];

export const privacyOutcomes = ['done', 'refused'] as const;
export type PrivacyOutcome = (typeof privacyOutcomes)[number];
