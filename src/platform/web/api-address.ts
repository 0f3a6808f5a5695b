import type { EndpointShape } from '#platform/endpoint.ts';

let base = '';

/** Sets the address of the API; empty for the page's own origin. `/config.json` provides it before any other call. */
export function setApiBase(address: string): void {
  base = address.replace(/\/+$/, '');
}

/** The address of something the API serves that is not a call, such as a picture. */
export function addressOnApi(path: string): string {
  return base + path;
}

type Part = string | number | boolean;
export type ApiParts = Readonly<Record<string, Part | undefined>>;

/** Builds an endpoint's address: its path with the parameters filled in, followed by the query. */
export function apiAddress(endpoint: EndpointShape, params: ApiParts = {}, query: ApiParts = {}): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new RangeError(`${endpoint.path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return base + path + (text && `?${text}`);
}
