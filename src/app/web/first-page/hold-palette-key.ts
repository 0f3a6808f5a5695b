import { isMac } from '#platform/web/keyboard/is-mac.ts';
import { isPaletteKey } from '#platform/web/keyboard/read-keys.ts';

/** The keys that open the palette, pressed before there is one, are remembered until {@link takePaletteKey} is asked. */
export function holdPaletteKey(): void {
  document.addEventListener('keydown', (event) => {
    const { dataset } = document.documentElement;
    if (dataset.palette === 'there' || !isPaletteKey(event, isMac)) return;
    event.preventDefault();
    dataset.palette = 'wanted';
  });
}

/** Whether they were pressed. From here on whoever asks hears of them. */
export function takePaletteKey(): boolean {
  const { dataset } = document.documentElement;
  const isWanted = dataset.palette === 'wanted';
  dataset.palette = 'there';
  return isWanted;
}
