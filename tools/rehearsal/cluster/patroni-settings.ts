import { postgresPrograms } from './missing.ts';

export interface MemberSettings {
  name: string;
  address: string;
  /** host:port of every etcd member. */
  etcd: readonly string[];
  dataFolder: string;
  /** Password of the superuser and of replication. */
  password: string;
  network: string;
}

/**
 * The settings recommended in docs/operations.md: a synchronous standby, a primary that is given up soon, and frequent retries for WAL.
 * Patroni reads YAML, of which JSON is a subset.
 */
export function patroniSettings({ name, address, etcd, dataFolder, password, network }: MemberSettings): string {
  return JSON.stringify({
    scope: 'lastro',
    name,
    log: { level: 'INFO' },
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    // Not etcd's v3 protocol: with it, before Patroni 3.0.3, a primary that wakes up overwrites its successor (decision 68).
    etcd: { hosts: etcd },
    bootstrap: {
      dcs: {
        // Patroni's minimum: ttl is at least loop_wait plus two retry_timeouts.
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        master_start_timeout: 0,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        // Without a standby nothing is answered, not even when a new primary has just taken over.
        synchronous_mode_strict: true,
        synchronous_node_count: 1,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      bin_dir: postgresPrograms,
      data_dir: dataFolder,
      pgpass: `${dataFolder}.pgpass`,
      parameters: { unix_socket_directories: '' },
      pg_hba: [
        `host all all ${network} scram-sha-256`,
        `host replication postgres ${network} scram-sha-256`,
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'postgres', password },
        rewind: { username: 'postgres', password },
      },
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
      create_replica_methods: ['basebackup'],
      basebackup: { checkpoint: 'fast' },
    },
    watchdog: { mode: 'off' },
  });
}

const parameters = {
  max_connections: 100,
  wal_level: 'replica',
  hot_standby: 'on',
  wal_log_hints: 'on',
  synchronous_commit: 'on',
  wal_retrieve_retry_interval: '200ms',
  wal_keep_size: '192MB',
  max_wal_size: '256MB',
  shared_buffers: '64MB',
  tcp_user_timeout: '5s',
  wal_sender_timeout: '5s',
  wal_receiver_timeout: '5s',
};
