/**
 * Decides which of a customer's open windows announces something: the first to claim its id, for as long as that window is open, so that
 * nothing is announced twice.
 */
const told = new Set<string>();

/** Notes what this window announces itself: the stream brings the same news shortly after, here and elsewhere. */
export function noteAnnouncedHere(id: string): void {
  told.add(id);
  void claim(id);
}

/** Whether this window is to announce it. Where windows cannot coordinate (there are no locks without HTTPS), each of them does. */
export async function claimAnnouncement(id: string): Promise<boolean> {
  return !told.has(id) && claim(id);
}

function claim(id: string): Promise<boolean> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    locks
      .request(`told ${id}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        // Held until the window is closed.
        return lock && new Promise<never>(() => undefined);
      })
      .catch(() => resolve(true));
  });
}
