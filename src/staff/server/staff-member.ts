import type { Language } from '#platform/languages.ts';
import type { Role } from '../roles.ts';

/** The logged-in member, identified by the session alone. */
export interface StaffMember {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** What they last read the console in; null until then. */
  language: Language | null;
  /** Id of this session. */
  sessionId: string;
  expiresAt: Date;
}
