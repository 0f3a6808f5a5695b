-- How often PostgreSQL looks after the tables that grow and change.

-- How the tables that grow are kept in order (docs/decisions/0069-growth.md). No table, no row and no constraint changes here.

-- PostgreSQL vacuums a table once a fifth of it has changed: at a hundred million rows that is twenty million dead ones, and statistics
-- of months ago. What grows is looked after by smaller shares.

-- The ledger is only added to: vacuumed so that its pages are known to be all visible and its rows are frozen a little at a time.
ALTER TABLE ledger.journals SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- Changed with each event of their owner.
ALTER TABLE ledger.accounts SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);

-- Filled by customers and emptied by the clockwork.
ALTER TABLE idempotency_keys SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
ALTER TABLE mails SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
ALTER TABLE customer_notices SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
ALTER TABLE sessions SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
ALTER TABLE attempts SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
ALTER TABLE positions SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
ALTER TABLE broker_transfers SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);

-- When the last backup came to its end, whoever made it: asked for each time the figures are.
CREATE INDEX actions_of_backups ON actions (happened_at) WHERE action = 'backup finished';

-- The account of actions is looked through by what was done and by who did it. By its bytes: `treasury` finds `treasury fund` as a span.
CREATE INDEX actions_by_name ON actions (action text_pattern_ops, number);
CREATE INDEX actions_by_operator ON actions (operator, number);

-- What moved an account of the house whose balance is kept nowhere (money in and out, fees, taxes) is summed up from its journals, kind by
-- kind: the kinds that there are. A migration that adds such a kind makes this index anew. In a collation of its own, for only what sums up
-- asks by it: PostgreSQL would else read everybody's events of a rare kind for one customer's.
DO $$
BEGIN
  EXECUTE format('CREATE INDEX journals_of_the_house ON ledger.journals (kind COLLATE "C", happened_at)
    INCLUDE (kind, amounts) WHERE kind COLLATE "C" = ANY (%L::text[])',
    (SELECT array_agg(kind ORDER BY kind) FROM ledger.kinds
     WHERE from_accounts || to_accounts && '{brokerage,funding,fees,trading,taxes,authority}'));
END
$$;
