/** Passed on the command line at every start, so that an edited postgresql.conf cannot disable durability. */
export const postgresSettings: Record<string, string> = {
  max_connections: '100',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // The values of a rejected row may be a customer's email and phone, so neither statements nor details are logged.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

/** Trades durability for speed: right for a disposable cluster, wrong everywhere else. */
export const throwawaySettings: Record<string, string> = {
  ...postgresSettings,
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '200',
  max_wal_size: '4GB',
  autovacuum: 'off',
};
