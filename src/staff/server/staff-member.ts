import type { Role } from '../roles.ts';

/** Who is in, learnt from the session alone. */
export interface StaffMember {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** Of this session. */
  sessionId: string;
  expiresAt: Date;
}
