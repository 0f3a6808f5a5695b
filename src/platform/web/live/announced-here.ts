/**
 * Who tells the customer of something, of all the windows they have open: the first that claims it by its id, for as long as that
 * window is open. Nobody wants to be told twice.
 */
const told = new Set<string>();

/** What this window tells its customer itself: the stream brings the same news a moment later, here and elsewhere. */
export function noteAnnouncedHere(id: string): void {
  told.add(id);
  void claim(id);
}

/** Whether this window is to tell of it. Where windows cannot agree (there are no locks without HTTPS) each of them does. */
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
        // Kept until the window is gone.
        return lock && new Promise<never>(() => undefined);
      })
      .catch(() => resolve(true));
  });
}
