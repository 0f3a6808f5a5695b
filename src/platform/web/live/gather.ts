/** Calls `act` with all items added since its last call: immediately at first, then at most once every `restMs`. */
export function gather<Item>(act: (items: ReadonlySet<Item>) => void, restMs: number) {
  let items = new Set<Item>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function release(): void {
    timer = undefined;
    if (items.size === 0) return;
    const gathered = items;
    items = new Set();
    timer = setTimeout(release, restMs);
    act(gathered);
  }

  return {
    add: (more: Iterable<Item>): void => {
      for (const item of more) items.add(item);
      if (timer === undefined) release();
    },
    stop: (): void => {
      clearTimeout(timer);
      items.clear();
    },
  };
}
