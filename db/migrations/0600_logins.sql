-- Who may do what, said once for everything that is there and for what is made from now on. Two logins work on this database: the
-- owner's, which runs migrations and nothing else, and the product's. The product's is lastro_app, or a member of it: it owns
-- nothing, creates nothing, reads the ledger and calls its functions, and writes the tables of the product. It was a role that
-- the owner's login put on; whoever is lastro_app now can take nothing off.

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public, ledger TO lastro_app;

-- The ledger is read. It is written by its own functions, which work as their owner.
REVOKE ALL ON ALL TABLES IN SCHEMA ledger FROM PUBLIC, lastro_app;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA ledger FROM PUBLIC, lastro_app;
GRANT SELECT ON ALL TABLES IN SCHEMA ledger TO lastro_app;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA ledger FROM PUBLIC, lastro_app;
GRANT EXECUTE ON FUNCTION ledger.post, ledger.open_accounts, ledger.hold_accounts, ledger.hold_capacity,
  ledger.first_transfer_since TO lastro_app;

REVOKE ALL ON ALL TABLES IN SCHEMA public FROM PUBLIC, lastro_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO lastro_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO lastro_app;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO lastro_app;

-- What only ever grows, and what says how the tables came about.
REVOKE UPDATE, DELETE ON operator_actions, operations FROM lastro_app;
REVOKE INSERT, UPDATE, DELETE ON migrations FROM lastro_app;

-- The same for what later migrations make. A function of the ledger's is nobody's until its migration grants it.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO lastro_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO lastro_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT EXECUTE ON FUNCTIONS TO lastro_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA ledger GRANT SELECT ON TABLES TO lastro_app;
