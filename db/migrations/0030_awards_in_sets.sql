-- What many awards are made and paid with, at a lower cost; what comes of it is the same.

-- As before. Bonuses are looked up by their positions: what says that they wait is written so that no plan reads all that wait in the cell for
-- each of them. A row of a WITH has no type of its own: said which it has, an array of them is not written as text and read again.
CREATE OR REPLACE FUNCTION carry_due(
  p_cell smallint, p_now timestamptz, p_ended uuid[], p_ended_at timestamptz[], p_ids uuid[], p_levels smallint[], p_beneficiaries uuid[],
  p_sources uuid[], p_products text[], p_positions uuid[], p_bases bigint[], p_percentages bigint[], p_values bigint[], p_at timestamptz[]
) RETURNS TABLE (beneficiary_id uuid, kind text, value bigint)
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  owners uuid[];
  sum_of_bonuses bigint;
  is_paid boolean := false;
  bonuses network_awards[];
  residuals network_awards[];
BEGIN
  IF p_now IS NOT NULL THEN
    SELECT array_agg(w.beneficiary_id), coalesce(sum(w.value), 0) INTO owners, sum_of_bonuses
    FROM unnest(p_ended) AS e (position_id) JOIN network_awards w ON w.position_id = e.position_id AND w.kind = 'bonus' AND w.level = 1
      AND w.cell = p_cell AND num_nonnulls(w.due_at, w.void_at) = 0;
    PERFORM ledger.hold_accounts(owners || p_beneficiaries);
    is_paid := ledger.hold_treasury(p_cell) >= sum_of_bonuses + (SELECT coalesce(sum(v), 0) FROM unnest(p_values) AS v)
      AND NOT EXISTS (SELECT FROM network_awards w WHERE w.cell = p_cell AND w.paid_at IS NULL AND w.due_at IS NOT NULL);
  END IF;
  WITH due AS (
    UPDATE network_awards w SET due_at = e.at, paid_at = CASE WHEN is_paid THEN greatest(p_now, e.at) END
    FROM unnest(p_ended, p_ended_at) AS e (position_id, at)
    WHERE w.position_id = e.position_id AND w.kind = 'bonus' AND w.level = 1 AND w.cell = p_cell AND num_nonnulls(w.due_at, w.void_at) = 0
    RETURNING w.*
  )
  SELECT array_agg(due::network_awards) INTO bonuses FROM due;
  WITH made AS (
    INSERT INTO network_awards (id, cell, kind, level, beneficiary_id, source_id, product, position_id, base, percentage, value,
      happened_at, due_at, paid_at)
    SELECT e.id, p_cell, 'residual', e.level, e.beneficiary_id, e.source_id, e.product, e.position_id, e.base, e.percentage, e.value,
      e.at, e.at, CASE WHEN is_paid THEN greatest(p_now, e.at) END
    FROM unnest(p_ids, p_levels, p_beneficiaries, p_sources, p_products, p_positions, p_bases, p_percentages, p_values, p_at)
      AS e (id, level, beneficiary_id, source_id, product, position_id, base, percentage, value, at)
    ON CONFLICT ON CONSTRAINT a_cause_awards_each_level_once DO NOTHING RETURNING *
  )
  SELECT array_agg(made::network_awards) INTO residuals FROM made;
  IF is_paid THEN
    PERFORM ledger.post_all(award_journals(bonuses || residuals, p_now));
    RETURN QUERY SELECT w.beneficiary_id, w.kind, w.value FROM unnest(bonuses || residuals) AS w WHERE w.value > 0;
  END IF;
END
$$;

-- As before, and the bonuses that are made are written together: at the end, or before something reads them that was made just now (the
-- caps of a bonus a day later, a position that is left as soon as it was opened, a beneficiary's earlier bonuses out of order).
CREATE OR REPLACE FUNCTION carry_bonuses(
  p_cell smallint, p_day bigint, p_month bigint, p_kinds text[], p_ids uuid[], p_beneficiaries uuid[], p_sources uuid[], p_products text[],
  p_positions uuid[], p_bases bigint[], p_percentages bigint[], p_invested bigint[], p_at timestamptz[]
) RETURNS void LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  c record;
  whole bigint;
  changed bigint;
  -- What the bonuses of `of` come to in the two windows that end at `until`. They slide on with the next bonus: only what leaves them is read.
  of uuid;
  until timestamptz;
  day bigint;
  month bigint;
  -- Bonuses that are not written yet, and since when `of` has one of them.
  made network_awards[] := '{}';
  made_since timestamptz;
  who uuid[] := '{}';
  changes bigint[] := '{}';
BEGIN
  INSERT INTO network_beneficiaries (customer_id, cell) SELECT DISTINCT b, p_cell FROM unnest(p_beneficiaries) AS b
  WHERE NOT EXISTS (SELECT FROM network_beneficiaries x WHERE x.customer_id = b AND x.cell = p_cell) ORDER BY b ON CONFLICT DO NOTHING;
  PERFORM 1 FROM network_beneficiaries x WHERE x.cell = p_cell AND x.customer_id IN (SELECT b FROM unnest(p_beneficiaries) AS b)
  ORDER BY x.customer_id FOR NO KEY UPDATE;
  FOR c IN
    SELECT e.*, w.id IS NOT NULL AS is_made
    FROM unnest(p_kinds, p_ids, p_beneficiaries, p_sources, p_products, p_positions, p_bases, p_percentages, p_invested, p_at)
      WITH ORDINALITY AS e (kind, id, beneficiary, source, product, position_id, base, percentage, invested, happened_at, n)
    LEFT JOIN network_awards w ON w.position_id = e.position_id AND w.kind = 'bonus' AND w.level = 1 AND w.cell = p_cell
    ORDER BY e.beneficiary, e.n
  LOOP
    CONTINUE WHEN c.kind <> 'canceled' AND c.is_made;
    IF of IS DISTINCT FROM c.beneficiary THEN
      made_since := NULL;
    END IF;
    IF made_since IS NOT NULL
      AND (c.kind = 'canceled' OR until > c.happened_at OR made_since <= c.happened_at - interval '1 day') THEN
      INSERT INTO network_awards SELECT m.* FROM unnest(made) AS m;
      made := '{}';
      made_since := NULL;
    END IF;
    IF c.kind = 'canceled' THEN
      UPDATE network_awards w SET void_at = c.happened_at WHERE w.position_id = c.position_id AND w.kind = 'bonus' AND w.level = 1
        AND w.cell = p_cell AND num_nonnulls(w.due_at, w.void_at) = 0
      RETURNING -w.value INTO changed;
      of := NULL;
    ELSE
      whole := div(c.base::numeric * c.percentage, 100000000);
      IF of = c.beneficiary AND until <= c.happened_at THEN
        IF until < c.happened_at THEN
          SELECT day - coalesce(sum(w.value), 0) INTO day FROM network_awards w
          WHERE w.beneficiary_id = c.beneficiary AND w.cell = p_cell AND w.kind = 'bonus' AND w.void_at IS NULL
            AND w.happened_at > until - interval '1 day' AND w.happened_at <= c.happened_at - interval '1 day';
          SELECT month - coalesce(sum(w.value), 0) INTO month FROM network_awards w
          WHERE w.beneficiary_id = c.beneficiary AND w.cell = p_cell AND w.kind = 'bonus' AND w.void_at IS NULL
            AND w.happened_at > until - interval '30 days' AND w.happened_at <= c.happened_at - interval '30 days';
        END IF;
      ELSE
        SELECT coalesce(sum(w.value) FILTER (WHERE w.happened_at > c.happened_at - interval '1 day'), 0), coalesce(sum(w.value), 0)
        INTO day, month FROM network_awards w
        WHERE w.beneficiary_id = c.beneficiary AND w.cell = p_cell AND w.kind = 'bonus' AND w.void_at IS NULL
          AND w.happened_at > c.happened_at - interval '30 days';
      END IF;
      of := c.beneficiary;
      until := c.happened_at;
      changed := least(whole, greatest(least(p_day - day, p_month - month), 0));
      day := day + changed;
      month := month + changed;
      made := made || ROW(c.id, p_cell, 'bonus', 1, c.beneficiary, c.source, c.product, c.position_id, c.base, c.percentage, changed,
        whole - changed, c.invested, c.happened_at, NULL, NULL, NULL)::network_awards;
      made_since := coalesce(made_since, c.happened_at);
    END IF;
    who := who || c.beneficiary;
    changes := changes || coalesce(changed, 0);
  END LOOP;
  INSERT INTO network_awards SELECT m.* FROM unnest(made) AS m;
  UPDATE network_beneficiaries x SET bonuses = x.bonuses + e.change
  FROM (SELECT b, sum(s)::bigint AS change FROM unnest(who, changes) AS u (b, s) GROUP BY b) e
  WHERE x.customer_id = e.b AND x.cell = p_cell AND e.change <> 0;
END
$$;
