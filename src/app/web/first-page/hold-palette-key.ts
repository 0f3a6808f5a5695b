import { isMac } from '#platform/web/keyboard/is-mac.ts';
import { isPaletteKey } from '#platform/web/keyboard/read-keys.ts';

/** Remembers the palette's keys if they are pressed before the palette is loaded, until {@link takePaletteKey} is called. */
export function holdPaletteKey(): void {
  document.addEventListener('keydown', (event) => {
    const { dataset } = document.documentElement;
    if (dataset.palette === 'there' || !isPaletteKey(event, isMac)) return;
    event.preventDefault();
    dataset.palette = 'wanted';
  });
}

/** Returns whether they were pressed. From here on the caller handles them. */
export function takePaletteKey(): boolean {
  const { dataset } = document.documentElement;
  const isWanted = dataset.palette === 'wanted';
  dataset.palette = 'there';
  return isWanted;
}
