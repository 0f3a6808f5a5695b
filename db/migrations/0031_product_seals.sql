-- What an audit has found good of a customer's rows in the products: a sum of their hashes (src/operator/server/audited-rows.ts), made with
-- the rules that they were held against. As long as the rows come to it they need not be held against the same rules again.
CREATE TABLE ledger.product_seals (
  cell smallint NOT NULL,
  customer_id uuid NOT NULL,
  -- Which rules: those of a customer's own rows, or of their positions with what others earn by them.
  subject text NOT NULL CONSTRAINT subject_is_known CHECK (subject IN ('customer', 'position')),
  mark numeric NOT NULL,
  sealed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cell, customer_id, subject),
  CONSTRAINT product_seals_are_in_their_cell CHECK (cell = get_byte(uuid_send(customer_id), 15))
);

-- Keeps them, and forgets those of whom nothing is left (mark null). Only of customers whose ledger is sealed as far as it goes: what the rules
-- compared the rows with is then sealed as well. Answers how many were kept.
CREATE FUNCTION ledger.seal_products(p_cell smallint, p_subject text, p_customers uuid[], p_marks numeric[]) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
DECLARE
  kept bigint;
BEGIN
  DELETE FROM ledger.product_seals p USING unnest(p_customers, p_marks) AS n (customer_id, mark)
  WHERE p.cell = p_cell AND p.customer_id = n.customer_id AND p.subject = p_subject AND n.mark IS NULL;
  INSERT INTO ledger.product_seals AS p (cell, customer_id, subject, mark)
  SELECT p_cell, n.customer_id, p_subject, n.mark FROM unnest(p_customers, p_marks) AS n (customer_id, mark)
  LEFT JOIN ledger.accounts a ON a.cell = p_cell AND a.owner = n.customer_id
  LEFT JOIN ledger.seals s ON s.cell = p_cell AND s.owner = n.customer_id
  WHERE n.mark IS NOT NULL AND (a.number, a.head) IS NOT DISTINCT FROM (s.number, s.head)
  ORDER BY n.customer_id
  ON CONFLICT (cell, customer_id, subject) DO UPDATE SET mark = EXCLUDED.mark, sealed_at = now();
  GET DIAGNOSTICS kept = ROW_COUNT;
  RETURN kept;
END
$$;
REVOKE EXECUTE ON FUNCTION ledger.seal_products FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'lastro_app') THEN
    GRANT SELECT ON ledger.product_seals TO lastro_app;
    GRANT EXECUTE ON FUNCTION ledger.seal_products TO lastro_app;
  END IF;
END
$$;
