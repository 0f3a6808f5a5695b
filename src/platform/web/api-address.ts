import type { EndpointShape } from '#platform/endpoint.ts';

let base = '';

/** Where the API answers; empty for the page's own origin. `/config.json` says so before the first other call. */
export function setApiBase(address: string): void {
  base = address.replace(/\/+$/, '');
}

/** Something the API serves that is no call: a picture. */
export function addressOnApi(path: string): string {
  return base + path;
}

type Part = string | number | boolean;
export type ApiParts = Readonly<Record<string, Part | undefined>>;

/** The endpoint's path with its parameters filled in, and the query behind it. */
export function apiAddress(endpoint: EndpointShape, params: ApiParts = {}, query: ApiParts = {}): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new RangeError(`${endpoint.path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return `${base}${path}${search.size > 0 ? `?${search}` : ''}`;
}
