/** How long a saved file's address stays good: WebKit and Firefox read it after the click, and a large file takes its time. */
const keptMs = 60_000;

/** Saves a file under this name, as the browser's own downloads are saved. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), keptMs);
}

/** Saves text in UTF-8. `type` is its media type, without a character set. */
export function saveText(text: string, name: string, type: string): void {
  saveFile(new Blob([text], { type: `${type};charset=utf-8` }), name);
}
