/** Starts one side of a race when the other has progressed far enough, however fast the machine is. */
export function countdown(): { count(): void; until(done: number): Promise<void> } {
  const waiting: { done: number; go: () => void }[] = [];
  let counted = 0;
  return {
    count: () => {
      counted += 1;
      for (const { done, go } of waiting) if (counted >= done) go();
    },
    until: (done) =>
      new Promise((go) => {
        if (counted >= done) go();
        else waiting.push({ done, go });
      }),
  };
}
