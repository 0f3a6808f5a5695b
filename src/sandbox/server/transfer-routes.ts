import { type FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { toDecimal } from '#money/money.ts';
import { brokerageBookQuery, brokeragePaths, brokerageRequest } from '#wallet/brokerage-contract.ts';
import { type Fault } from '../contract.ts';
import { type ArmedFaults } from './armed-faults.ts';
import { type BookedTransfer } from './book.ts';
import { type Booking, type Brokerage } from './open-brokerage.ts';
import { requireShape, WrongRequest } from './require-shape.ts';
import { giveAnswer, spoilBefore } from './spoil-answer.ts';

const position = z.string().check(z.regex(/^\d{1,9}$/));
const pageQuery = z.extend(brokerageBookQuery, {
  after: z._default(position, '0'),
  limit: z._default(position, '100'),
});
const mostOnPage = 1000;
/** Sorts after every ISO 8601 timestamp. */
const endOfTime = '~';

/** Serves the brokerage contract; an armed fault alters the call it applies to. */
export function transferRoutes(server: FastifyInstance, brokerage: Brokerage, faults: ArmedFaults): void {
  server.post(brokeragePaths.transfers, async (request, reply) => {
    const body = requireShape(brokerageRequest, request.body);
    if (request.headers['idempotency-key'] !== body.reference) throw new WrongRequest(400, 'idempotency_key_mismatch');
    const fault = faults.take('transfer');
    if (spoilBefore(fault, reply)) return reply;
    let sent = await brokerage.transfer(body, bookingFor(fault));
    if (fault?.mode === 'twice') sent = await brokerage.transfer(body, bookingFor(fault));
    if (!sent) throw new WrongRequest(409, 'reference_reused');
    await giveAnswer(fault, reply, sent.isNew ? 201 : 200, answerOf(sent.booked));
    return reply;
  });

  server.get<{ Params: { reference: string } }>(brokeragePaths.transfer, async (request, reply) => {
    const fault = faults.take('lookup');
    if (spoilBefore(fault, reply)) return reply;
    const booked = await brokerage.readTransfer(request.params.reference);
    if (!booked) throw new WrongRequest(404, 'unknown_reference');
    const isHeldBack = fault?.mode === 'pending';
    await giveAnswer(fault, reply, 200, answerOf(isHeldBack ? { ...booked, status: 'pending' } : booked));
    return reply;
  });

  server.get<{ Params: { account: string } }>(brokeragePaths.account, async (request, reply) => {
    const fault = faults.take('brokerage');
    if (spoilBefore(fault, reply)) return reply;
    const { account } = requireShape(z.pick(brokerageRequest, { account: true }), request.params);
    const { USD, BRL, USDT } = await brokerage.readAccount(account);
    const balances = { USD: toDecimal(USD), BRL: toDecimal(BRL), USDT: toDecimal(USDT) };
    await giveAnswer(fault, reply, 200, { account, balances });
    return reply;
  });

  server.get(brokeragePaths.transfers, async (request) => {
    const { from, to, after, limit } = requireShape(pageQuery, request.query);
    const { transfers, next } = await brokerage.listTransfers({
      from: from ? new Date(from).toISOString() : '',
      to: to ? new Date(to).toISOString() : endOfTime,
      after: Number(after),
      limit: Math.min(Math.max(Number(limit), 1), mostOnPage),
    });
    const rows = transfers.map((booked) => ({ ...answerOf(booked), booked_at: booked.bookedAt }));
    return { transfers: rows, next: next === null ? null : String(next) };
  });
}

function bookingFor(fault: Fault | null): Booking {
  if (fault?.mode === 'refuse') return { status: 'refused' };
  if (fault?.mode === 'pending') return { status: 'pending', delayMs: fault.delay_ms };
  return { status: 'done' };
}

function answerOf({ request, status, reason }: BookedTransfer) {
  return { ...request, status, ...(reason && { reason }) };
}
