/**
 * The topics of the help page, each with its own address (`/help#fees`): its sections in display order, and the questions that customers
 * ask.
 */
export const helpSections = [
  'support',
  'fees',
  'limits',
  'rates',
  'products',
  'referrals',
  'times',
  'questions',
  'terms',
  'risks',
] as const;
export type HelpSection = (typeof helpSections)[number];

export const helpQuestions = [
  'withdrawal-time',
  'withdrawal-waits',
  'withdrawal-undo',
  'deposit-time',
  'deposit-refused',
  'no-rate',
  'cancel-stake',
  'no-capacity',
  'can-lose',
  'bonus-late',
  'no-mail',
  'lost-phone',
  'frozen',
  'erase-account',
  'wrong-figure',
] as const;
export type HelpQuestion = (typeof helpQuestions)[number];

export type HelpTopic = HelpSection | HelpQuestion;
export const helpTopics: readonly HelpTopic[] = [...helpSections, ...helpQuestions];

export function isQuestion(topic: HelpTopic | undefined): topic is HelpQuestion {
  return helpQuestions.some((question) => question === topic);
}
