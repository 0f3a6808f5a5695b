/**
 * One press of a confirm button is one intent. Its key is kept while nobody knows how it ended, so that pressing again
 * after a lost answer asks for the same thing; a definite answer, or a changed wish, makes the next press a new intent.
 */
export interface Intent {
  keyFor: (wish: unknown) => string;
  settle: () => void;
}

export function createIntent(newKey: () => string = () => crypto.randomUUID()): Intent {
  let open: { wish: string; key: string } | null = null;
  return {
    keyFor(wish) {
      const said = JSON.stringify(wish) ?? '';
      if (open?.wish !== said) open = { wish: said, key: newKey() };
      return open.key;
    },
    settle() {
      open = null;
    },
  };
}
