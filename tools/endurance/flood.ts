/** A request that is sent over and over; `{n}` in its body or path becomes another number each time. */
export interface FloodRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** What one program sends, as fast as it is answered. */
export interface Flood {
  name: string;
  inFlight: number;
  /** Sent in turn. */
  requests: FloodRequest[];
  /** Sent together on each of the connections, and no answer is read. */
  isUnread?: true;
}

/** How often each status was answered. */
export type FloodAnswers = Record<string, number>;
