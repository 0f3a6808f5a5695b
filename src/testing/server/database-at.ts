/** URL of another database in the same cluster, for the same login. */
export function databaseAt(clusterUrl: string, name: string): string {
  return clusterUrl.replace('/postgres?', `/${name}?`).replace(/\/postgres$/, `/${name}`);
}
