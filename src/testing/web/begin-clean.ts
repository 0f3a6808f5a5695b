import { beforeEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';

// One browser runs many files: no file sees what an earlier one stored.
window.localStorage.clear();
window.sessionStorage.clear();

// Unfinished intents and typed input of one test do not reach the next: what it left on the page would store some more.
beforeEach(async () => {
  await cleanup();
  window.sessionStorage.clear();
  for (const name of Object.keys(window.localStorage))
    if (name.startsWith('intent:')) window.localStorage.removeItem(name);
});
