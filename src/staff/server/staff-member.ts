import type { Role } from '../roles.ts';

/** The logged-in member, identified by the session alone. */
export interface StaffMember {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** Id of this session. */
  sessionId: string;
  expiresAt: Date;
}
