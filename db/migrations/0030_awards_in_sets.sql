-- What many awards are made and paid with, at a lower cost; what comes of it is the same.

-- As before; each of those who are named a hundred times is looked for once.
CREATE OR REPLACE FUNCTION ledger.hold_accounts(p_owners uuid[]) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
BEGIN
  IF cardinality(p_owners) = 1 THEN
    PERFORM 1 FROM ledger.accounts x WHERE x.owner = p_owners[1] AND x.cell = get_byte(uuid_send(p_owners[1]), 15) FOR NO KEY UPDATE;
    IF FOUND THEN
      RETURN;
    END IF;
  END IF;
  p_owners := ARRAY(SELECT DISTINCT o FROM unnest(p_owners) AS o);
  INSERT INTO ledger.accounts (owner, cell) SELECT o, public.cell_of(o) FROM unnest(p_owners) AS o
  WHERE NOT EXISTS (SELECT FROM ledger.accounts x WHERE x.owner = o AND x.cell = public.cell_of(o)) ORDER BY o
  ON CONFLICT DO NOTHING;
  PERFORM 1 FROM ledger.accounts x WHERE (x.owner, x.cell) IN (SELECT o, public.cell_of(o) FROM unnest(p_owners) AS o)
  ORDER BY x.owner FOR NO KEY UPDATE;
END
$$;

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
    PERFORM ledger.post_many(p_cell, award_journals(bonuses || residuals, p_now));
    RETURN QUERY SELECT w.beneficiary_id, w.kind, w.value FROM unnest(bonuses || residuals) AS w WHERE w.value > 0;
  END IF;
END
$$;

-- As before, and the same.
CREATE OR REPLACE FUNCTION settle_positions(p_cell smallint, p_now timestamptz, p_most int) RETURNS SETOF positions
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  due uuid[];
  owners uuid[];
  held uuid[];
  in_products text[];
  ended positions[];
  ended_by_operations positions[];
BEGIN
  SELECT array_agg(d.id), array_agg(d.customer_id), array_agg(DISTINCT d.product) INTO due, owners, in_products FROM (
    SELECT id, customer_id, product FROM positions WHERE cell = p_cell AND state = 'running' AND ends_at <= p_now ORDER BY ends_at LIMIT p_most
  ) d;
  IF due IS NULL THEN
    RETURN;
  END IF;
  -- Accounts before positions, as everybody locks them.
  held := ledger.hold_free_accounts(owners);
  IF cardinality(held) < (SELECT count(DISTINCT o) FROM unnest(owners) AS o) THEN
    due := ARRAY(SELECT d.id FROM unnest(due, owners) AS d (id, owner) WHERE d.owner = ANY (held));
  END IF;
  -- Whoever was ended by somebody before its owner was held is not found any more.
  WITH x AS (
    UPDATE positions p SET state = 'ended', closed_at = p_now
    WHERE p.id = ANY (due) AND p.cell = p_cell AND p.state = 'running' AND p.rate IS NOT NULL RETURNING p.*
  )
  SELECT array_agg(x::positions) INTO ended FROM x;
  -- Held until the end of the transaction: an operation that comes in meanwhile is not one of those that are paid here.
  PERFORM 1 FROM payout_feeds f WHERE f.product = ANY (in_products) ORDER BY f.product FOR SHARE;
  IF FOUND THEN
    WITH paid AS MATERIALIZED (
      SELECT p.id, f.last_number AS seen, coalesce((SELECT i.total FROM payout_index i WHERE i.product = p.product AND i.happened_at < p.ends_at
          ORDER BY i.happened_at DESC LIMIT 1), 0)
        - coalesce((SELECT i.total FROM payout_index i WHERE i.product = p.product AND i.happened_at < p.started_at
          ORDER BY i.happened_at DESC LIMIT 1), 0) AS payouts
      FROM positions p JOIN payout_feeds f ON f.product = p.product WHERE p.id = ANY (due) AND p.cell = p_cell AND p.state = 'running'
    ), x AS (
      UPDATE positions p SET state = 'ended', closed_at = p_now, operations_seen = paid.seen, payouts = paid.payouts,
        result = payout_result(p.amount, paid.payouts)
      FROM paid WHERE p.id = paid.id AND p.cell = p_cell AND p.state = 'running' RETURNING p.*
    )
    SELECT array_agg(x::positions) INTO ended_by_operations FROM x;
    ended := ended || ended_by_operations;
  END IF;
  PERFORM ledger.post_many(p_cell, ARRAY(
    SELECT j.journal FROM unnest(ended) AS x JOIN products r ON r.product = x.product CROSS JOIN LATERAL (
      SELECT 1 AS step, CASE r.yield
        WHEN 'fixed' THEN ROW(x.product || ':' || x.id || ':matured', x.product || '_matured', x.customer_id, x.id, p_now,
          ARRAY['invested', 'promised'], ARRAY[r.source, r.source], ARRAY[x.amount, x.promised])::ledger.new_journal
        ELSE ROW(x.product || ':' || x.id || ':matured', x.product || '_matured', x.customer_id, x.id, p_now,
          ARRAY['invested', 'invested', 'trading'], ARRAY[r.source, 'trading', r.source],
          ARRAY[x.amount + least(x.result, 0), greatest(-x.result, 0), greatest(x.result, 0)])::ledger.new_journal END AS journal
      UNION ALL
      SELECT 2, ROW(x.product || ':' || x.id || ':withheld', x.product || '_withheld', x.customer_id, x.id, p_now,
        ARRAY[r.source], ARRAY['taxes'], ARRAY[withheld_tax(x.promised, x.tax_rate)])::ledger.new_journal
      WHERE withheld_tax(x.promised, x.tax_rate) > 0
    ) j ORDER BY x.customer_id, x.product, x.ends_at, x.id, j.step));
  RETURN QUERY SELECT x.* FROM unnest(ended) AS x ORDER BY x.product, x.customer_id, x.ends_at, x.id;
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
