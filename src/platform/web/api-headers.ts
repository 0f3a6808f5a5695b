let always: Readonly<Record<string, string>> = {};

/** Sets headers that every call of this page carries. */
export function sendAlways(headers: Readonly<Record<string, string>>): void {
  always = headers;
}

export function alwaysSent(): Readonly<Record<string, string>> {
  return always;
}
