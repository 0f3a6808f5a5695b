import { count, type Limit, sparingFaults } from '#http/server/attempts.ts';
import type { Database } from '#database/server/database.ts';
import { networkOf } from '#http/server/network-of.ts';
import { hashOfToken, isTokenShaped } from '#platform/server/secret-token.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { transaction } from '#database/server/transaction.ts';
import { refuseSecondFactor } from '../refusals.ts';
import type { finishLogIn as contract } from '../use-contract.ts';
import { loginPurpose } from './ask-second-factor.ts';
import { asAttempt } from './count-attempts.ts';
import { requireSecondFactor } from './require-second-factor.ts';
import type { SecondFactorParts } from './second-factor-parts.ts';
import { giveTicketAttemptBack, spendTicket, type Ticket, useTicketAttempt } from './ticket-store.ts';

type Asking = Pick<CallRequest<typeof contract>, 'body' | 'address' | 'userAgent' | 'headers'>;

/** Logs in the holder of a ticket for a right password who shows the second factor: one session per ticket. */
export async function finishLogIn(
  db: Database,
  parts: SecondFactorParts,
  { body, address, userAgent, headers }: Asking,
): Promise<{ token: string; expires: string }> {
  const { ticket: token, ...shown } = body;
  const ticket = await requireTicket(db, parts, token, address);
  const { customerId } = ticket;
  const deviceToken = headers['device-token'];
  const showing = { customerId, holderHash: hashOfToken(token), purpose: loginPurpose, shown };

  return sparingFaults({ takeBack: () => giveTicketAttemptBack(db, token) }, async () => {
    const knownDevice = await parts.login.readKnownDevice(db, customerId, deviceToken);
    return asAttempt(db, { customerId, shown, place: { at: 'login', address, knownDevice } }, () =>
      transaction(db, async (tx) => {
        await requireSecondFactor(tx, parts, showing);
        if (!(await spendTicket(tx, token))) throw refuseSecondFactor('ticket_invalid');
        const session = await parts.login.openSession(tx, { ...ticket, userAgent, deviceToken, address });
        if (!session) throw refuseSecondFactor('ticket_invalid');
        return session;
      }),
    );
  });
}

/** Counts invalid tickets. A valid one is let through, whatever was tried from the same network. */
export const missedTickets: Limit = { name: 'second_key_tickets', most: 200, seconds: 15 * 60 };

async function requireTicket(
  db: Database,
  { clock }: SecondFactorParts,
  token: string,
  address: string,
): Promise<Ticket> {
  const ticket = isTokenShaped(token) ? await useTicketAttempt(db, token, clock.now()) : null;
  if (ticket) return ticket;
  await count(db, missedTickets, networkOf(address));
  throw refuseSecondFactor('ticket_invalid');
}
