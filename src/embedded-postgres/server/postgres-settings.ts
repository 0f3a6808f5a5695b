/** Given on the command line at every start, so an edited postgresql.conf cannot take durability away. */
export const postgresSettings: Record<string, string> = {
  max_connections: '100',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // A refused row's values are a customer's e-mail and phone: the log holds neither statements nor details.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

/** Speed at the price of durability: right for a cluster that nobody wants back, wrong everywhere else. */
export const throwawaySettings: Record<string, string> = {
  ...postgresSettings,
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '200',
  max_wal_size: '4GB',
  autovacuum: 'off',
};
