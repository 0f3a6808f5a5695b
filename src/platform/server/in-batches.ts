interface Waiting<Value> {
  promise: Promise<Value | null>;
  resolve: (value: Value | null) => void;
  reject: (fault: unknown) => void;
}

interface Batches {
  /** Whoever asks within this time is asked for together. */
  gatherMs?: number;
  mostAtOnce?: number;
}

/**
 * Asks for what many want to know at about the same time in one question, however many they are; one question is under way at a
 * time. Null where the answer has none. What goes wrong is told to everybody who was asked for in it.
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
