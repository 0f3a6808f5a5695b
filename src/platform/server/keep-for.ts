/** Caches the result of `read` for `ms` milliseconds, shared by all callers; a failure is not cached. */
export function keepFor<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let kept: { value: Promise<Value>; until: number } | null = null;
  return () => {
    if (!kept || kept.until <= Date.now()) {
      const value = read();
      kept = { value, until: Date.now() + ms };
      value.catch(() => (kept = null));
    }
    return kept.value;
  };
}
