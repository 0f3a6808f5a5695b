interface Waiting<Value> {
  promise: Promise<Value | null>;
  resolve: (value: Value | null) => void;
  reject: (fault: unknown) => void;
}

interface Batches {
  /** Requests made within this time are batched. */
  gatherMs?: number;
  mostAtOnce?: number;
}

/**
 * Batches what many callers request at about the same time into single reads of up to `mostAtOnce` keys, one read at a time. Resolves to
 * null for a key without a value. A failure rejects every request of its batch.
 */
export function inBatches<Value>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  { gatherMs = 25, mostAtOnce = 2_000 }: Batches = {},
): (key: string) => Promise<Value | null> {
  const waiting = new Map<string, Waiting<Value>>();
  let isReading = false;

  async function readAll(): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, mostAtOnce);
      for (const [key] of batch) waiting.delete(key);
      await read(batch.map(([key]) => key)).then(
        (found) => batch.forEach(([key, { resolve }]) => resolve(found.get(key) ?? null)),
        (fault: unknown) => batch.forEach(([, { reject }]) => reject(fault)),
      );
    }
    isReading = false;
  }

  return (key) => {
    const known = waiting.get(key);
    if (known) return known.promise;
    const asked = { resolve: () => {}, reject: () => {} } as unknown as Waiting<Value>;
    asked.promise = new Promise((resolve, reject) => Object.assign(asked, { resolve, reject }));
    waiting.set(key, asked);
    if (!isReading) {
      isReading = true;
      setTimeout(() => void readAll(), gatherMs);
    }
    return asked.promise;
  };
}
