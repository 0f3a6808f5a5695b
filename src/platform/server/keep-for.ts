/** Reads again when what was read is older than this, whoever asks and however many do; what failed is asked for again. */
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
