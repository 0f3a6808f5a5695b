import { count } from '#platform/server/attempts.ts';
import type { Database } from '#platform/server/database.ts';
import { networkOf } from '#platform/server/network-of.ts';
import { hashOfToken, isTokenShaped } from '#platform/server/secret-token.ts';
import type { Asked } from '#platform/server/serve.ts';
import { transaction } from '#platform/server/transaction.ts';
import { refuseSecondKey } from '../refusals.ts';
import type { finishLogIn as contract } from '../use-contract.ts';
import { loginPurpose } from './ask-second-key.ts';
import { asAttempt } from './count-attempts.ts';
import { requireSecondKey } from './require-second-key.ts';
import type { SecondKeyParts } from './second-key-parts.ts';
import { spendTicket, type Ticket, useTicketAttempt } from './ticket-store.ts';

type Asking = Pick<Asked<typeof contract>, 'body' | 'address' | 'userAgent'>;

/** Lets in whoever holds a ticket of a right password and shows the second key: one session a ticket. */
export async function finishLogIn(
  db: Database,
  parts: SecondKeyParts,
  { body, address, userAgent }: Asking,
): Promise<{ token: string; expires: string }> {
  const { ticket: token, ...shown } = body;
  const ticket = await requireTicket(db, parts, token, address);
  const { customerId } = ticket;
  const showing = { customerId, holderHash: hashOfToken(token), purpose: loginPurpose, shown };

  return asAttempt(db, { customerId, address, shown }, () =>
    transaction(db, async (tx) => {
      await requireSecondKey(tx, parts, showing);
      if (!(await spendTicket(tx, token))) throw refuseSecondKey('ticket_invalid');
      const session = await parts.login.openSession(tx, { ...ticket, userAgent });
      if (!session) throw refuseSecondKey('ticket_invalid');
      return session;
    }),
  );
}

const ticketsByNetwork = { name: 'second_key_tickets', most: 200, seconds: 15 * 60 };

async function requireTicket(db: Database, { clock }: SecondKeyParts, token: string, address: string): Promise<Ticket> {
  await count(db, ticketsByNetwork, networkOf(address));
  const ticket = isTokenShaped(token) ? await useTicketAttempt(db, token, clock.now()) : null;
  if (!ticket) throw refuseSecondKey('ticket_invalid');
  return ticket;
}
