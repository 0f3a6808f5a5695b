-- What an audit needs of the ledger's functions: it reads as the product does, whose login may call what it was granted and nothing else.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'lastro_app') THEN
    GRANT EXECUTE ON FUNCTION ledger.running(bigint) TO lastro_app;
  END IF;
END
$$;
