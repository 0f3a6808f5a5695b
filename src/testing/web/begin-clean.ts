import { beforeEach } from 'vitest';

// One browser runs many files: what the one before remembered is not known to the next.
window.localStorage.clear();
window.sessionStorage.clear();

// What one test confirmed and lost is not pending in the next, nor what it typed.
beforeEach(() => {
  window.sessionStorage.clear();
  for (const name of Object.keys(window.localStorage))
    if (name.startsWith('intent:')) window.localStorage.removeItem(name);
});
