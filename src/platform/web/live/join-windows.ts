import type { StreamEvent } from './read-event-stream.ts';

/**
 * The open windows of one visit share one event stream: a browser opens only six connections to a host without HTTPS, and each stream would
 * take one for good. One window leads and passes on what it hears; when it goes, another takes over. They talk over a channel, because
 * `navigator.locks` and shared workers are not everywhere. Two that lead for a moment do no harm.
 */
interface Roles {
  onLead: () => void;
  /** Another leads after all. */
  onYield: () => void;
  onHear: (event: StreamEvent) => void;
  /** What a window that joins now has to know, from the one that leads; null if it does not know yet. */
  greeting: () => StreamEvent | null;
}

export interface Windows {
  isLeading: () => boolean;
  /** From the one that leads: an event, or only that the stream is alive. */
  pass: (event?: StreamEvent) => void;
  leave: () => void;
}

interface Message {
  from: number;
  kind: 'asks' | 'leads' | 'left' | 'passes';
  event?: StreamEvent | null;
}

/** For a window that leads to answer. */
const answerMs = 150;
/** It passes on a heartbeat every 15 s: after this long it counts as gone. */
const silentMs = 40_000;

export function joinWindows(name: string, { onLead, onYield, onHear, greeting }: Roles): Windows {
  const from = Math.random();
  const channel = openChannel(name);
  let role: 'asking' | 'listening' | 'leading' = 'asking';
  let timer: ReturnType<typeof setTimeout> | undefined;

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  const post = (message: Omit<Message, 'from'>): void => channel?.postMessage({ from, ...message });
  const sayIsLeading = (): void => post({ kind: 'leads', event: greeting() });

  function wait(ms: number, act: () => void): void {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  }

  function ask(): void {
    role = 'asking';
    post({ kind: 'asks' });
    wait(channel ? answerMs : 0, lead);
  }

  function lead(): void {
    role = 'leading';
    sayIsLeading();
    onLead();
  }

  function hearLeader({ from: other, kind, event }: Message): void {
    // The greeting it asked for says more.
    if (role === 'asking' && kind === 'passes') return;
    // Of two, the one with the smaller number stays.
    if (role === 'leading' && other > from) return sayIsLeading();
    const before = role;
    role = 'listening';
    wait(silentMs, ask);
    if (before === 'leading') onYield();
    // A greeting is for those who have just come.
    if (event && (kind === 'passes' || before !== 'listening')) onHear(event);
  }

  function hear(message: Message): void {
    if (message.kind === 'leads' || message.kind === 'passes') hearLeader(message);
    else if (message.kind === 'left') {
      if (role === 'listening') ask();
    } else if (role === 'leading') sayIsLeading();
    else if (role === 'asking' && message.from < from) wait(2 * answerMs, lead);
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => hear(data));
  ask();
  return {
    isLeading: () => role === 'leading',
    pass: (event) => post({ kind: 'passes', event: event ?? null }),
    leave: () => {
      clearTimeout(timer);
      if (role === 'leading') post({ kind: 'left' });
      channel?.close();
    },
  };
}

/** A browser that stores nothing may refuse this too: then every window has a stream of its own. */
function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
