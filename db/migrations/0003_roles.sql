-- The role the running product works as. It may read the ledger and post to it; it owns nothing and can change no entry.
-- Where the connecting user may not create roles, the owner keeps working as itself and the triggers alone protect the
-- ledger (docs/operations.md says how to have both).

DO $$
BEGIN
  BEGIN
    CREATE ROLE lastro_app NOLOGIN;
  EXCEPTION
    WHEN duplicate_object OR unique_violation THEN NULL;
    WHEN insufficient_privilege THEN RETURN;
  END;
END
$$;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'lastro_app') THEN
    BEGIN
      EXECUTE format('GRANT lastro_app TO %I', current_user);
    EXCEPTION WHEN insufficient_privilege OR invalid_grant_operation THEN NULL;
    END;
    GRANT USAGE ON SCHEMA ledger, public TO lastro_app;
    GRANT SELECT ON ALL TABLES IN SCHEMA ledger TO lastro_app;
    -- The list of migrations was there before this one.
    GRANT SELECT ON ALL TABLES IN SCHEMA public TO lastro_app;
    REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA ledger FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION ledger.post, ledger.open_accounts TO lastro_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO lastro_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO lastro_app;
  END IF;
END
$$;
