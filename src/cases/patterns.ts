/**
 * Suspicious patterns in customers' behaviour, and what staff make of them. A rule reads new data, finds a pattern and leaves an alert with
 * its evidence; a person opens a case, adds notes, decides and closes it. A rule never stops money by itself.
 */
export const patternRules = ['shared_device', 'shared_address', 'shared_holder', 'in_out', 'hand_over'] as const;
export type PatternRule = (typeof patternRules)[number];

export const caseDecisions = ['nothing', 'watch', 'freeze'] as const;
export type CaseDecision = (typeof caseDecisions)[number];
export const caseEventKinds = ['opened', 'alert', 'assigned', 'note', 'file', 'decided', 'closed'] as const;
export type CaseEventKind = (typeof caseEventKinds)[number];

/** What may be attached to a case. */
export const evidenceTypes = ['application/pdf', 'image/png', 'image/jpeg', 'text/csv', 'text/plain'] as const;
export type EvidenceType = (typeof evidenceTypes)[number];
export const mostEvidenceBytes = 5 * 1024 * 1024;
export const mostCaseFiles = 20;

/** One piece of evidence behind an alert. */
export interface Evidence {
  customer: string;
  at: string;
  transfer?: string;
  /** Micro-dollars, as text. */
  amount?: string;
}
