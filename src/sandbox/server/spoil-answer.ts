import { setTimeout as wait } from 'node:timers/promises';
import { type FastifyReply } from 'fastify';
import { sum, toDecimal, usd } from '#money/money.ts';
import { type Fault } from '../contract.ts';

type Answer = Record<string, unknown>;

/** Spoils a call before anything is done. True when that ends the call. */
export function spoilBefore(fault: Fault | null, reply: FastifyReply): boolean {
  switch (fault?.mode) {
    case 'fail_before':
    case 'away':
    case 'rates_away':
      void reply.code(503).header('retry-after', '1').send({ error: 'unavailable' });
      return true;
    case 'unknown_404':
      void reply.code(404).send({ error: 'unknown_reference' });
      return true;
    case 'timeout_before':
      cut(reply, fault.delay_ms);
      return true;
    case 'reset_before':
      cut(reply, 0);
      return true;
    default:
      return false;
  }
}

/** Sends the answer of a call that was carried out, or what the fault makes of it. */
export async function giveAnswer(
  fault: Fault | null,
  reply: FastifyReply,
  status: number,
  answer: Answer,
): Promise<void> {
  switch (fault?.mode) {
    case 'fail_after':
      return void reply.code(502).send({ error: 'bad_gateway' });
    case 'timeout_after':
      return cut(reply, fault.delay_ms);
    case 'reset_after':
      return cut(reply, 0);
    case 'garbage':
      return void reply.code(200).type('application/json').send(halfOf(answer));
    case 'empty':
      return void reply.code(200).type('application/json').send('');
    case 'late':
      await wait(fault.delay_ms, undefined, { ref: false });
      break;
    case 'answer_twice':
      leaveSecondCopy(reply, answer);
      break;
  }
  void reply.code(status).send(spoiltWords(fault, answer));
}

function spoiltWords(fault: Fault | null, answer: Answer): Answer {
  if (fault?.mode === 'wrong_reference') return { ...answer, reference: `${String(answer['reference'])}-other` };
  if (fault?.mode === 'same_holder') return { ...answer, holder: 'one holder of the sandbox' };
  if (fault?.mode === 'wrong_amount') return { ...answer, amount: aCentMore(String(answer['amount'])) };
  return answer;
}

function aCentMore(amount: string): string {
  return toDecimal(sum([usd(amount), usd('0.01')]));
}

function halfOf(answer: Answer): string {
  const text = JSON.stringify(answer);
  return text.slice(0, Math.ceil(text.length / 2));
}

function cut(reply: FastifyReply, afterMs: number): void {
  reply.hijack();
  const { socket } = reply.raw;
  setTimeout(() => socket?.destroy(), afterMs).unref();
}

function leaveSecondCopy(reply: FastifyReply, answer: Answer): void {
  const body = JSON.stringify(answer);
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
  const { socket } = reply.raw;
  reply.raw.once('finish', () => socket?.write(head + body));
}
