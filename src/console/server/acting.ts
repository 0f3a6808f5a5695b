import type { Operator } from '#commands/server/operator.ts';
import type { StaffMember } from '#staff/server/staff-member.ts';
import type { RequestRecord } from './request-store.ts';

/** The acting member and their address. */
export interface Acting {
  member: StaffMember;
  address: string;
}

export function operatorOf({ member, address }: Acting): Operator {
  return { name: member.name, staffId: member.id, address, sessionId: member.sessionId, requestId: null, maker: null };
}

/** Both people of an approved request: in their name it is carried out. */
export function operatorOfRequest(request: RequestRecord): Operator {
  return {
    name: request.deciderName ?? '',
    staffId: request.deciderId,
    address: null,
    sessionId: null,
    requestId: request.id,
    maker: { name: request.makerName, staffId: request.makerId },
  };
}
