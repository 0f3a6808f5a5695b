import { createParser } from 'eventsource-parser';

export interface StreamEvent {
  name: string;
  data: string;
}

/** How a stream ended: it was closed, refused with a status, or the server was unreachable or lost. */
export type StreamEnd = { kind: 'over' } | { kind: 'refused'; status: number } | { kind: 'away' };

interface ReadOptions {
  address: string;
  token: string;
  signal: AbortSignal;
  onEvent: (event: StreamEvent) => void;
  /** Called on any data, events included. */
  onLife: () => void;
}

/**
 * Reads server-sent events with `fetch`: the native `EventSource` would need the token in the URL, where logs keep it. Resolves when the
 * stream is over and never throws.
 */
export async function readEventStream({ address, token, signal, onEvent, onLife }: ReadOptions): Promise<StreamEnd> {
  try {
    const headers = { Accept: 'text/event-stream', Authorization: token };
    const answer = await fetch(address, { headers, signal, cache: 'no-store' });
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
    if (!answer.ok || !isStream || !answer.body) return { kind: 'refused', status: answer.status };
    const parser = createParser({ onEvent: ({ event = 'message', data }) => onEvent({ name: event, data }) });
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { kind: 'over' };
      onLife();
      parser.feed(value);
    }
  } catch {
    return { kind: 'away' };
  }
}
