/**
 * The record of a product, or null if the caller has it already: $1 the product, $2 the number of the last operation in the caller's record
 * (null: none), $3 the first instants of the spans. A position would stand at the sum of the payouts since its start, never below losing
 * all (`payout_result`); a fall is measured from the highest level before it, including the start.
 */
export const recordSql = `
  SELECT f.last_number, CASE WHEN f.last_number = $2::bigint THEN NULL ELSE json_build_object(
    'since', (SELECT min(happened_at) FROM payout_index WHERE product = $1),
    'sandbox', EXISTS (
      SELECT FROM operations WHERE product = $1 AND happened_at >= (SELECT min(s) FROM unnest($3::timestamptz[]) AS s) AND source = 'sandbox'
    ),
    'spans', (
      SELECT json_agg(json_build_object('result', coalesce(made.result, 0)::text, 'fall', coalesce(made.fall, 0)::text,
        'operations', counted.operations, 'gains', counted.gains) ORDER BY span.at)
      FROM unnest($3::timestamptz[]) WITH ORDINALITY AS span (start, at)
      CROSS JOIN LATERAL (
        SELECT max(peak - stood) AS fall, (array_agg(stood ORDER BY happened_at DESC))[1] AS result
        FROM (SELECT happened_at, stood, greatest(0, max(stood) OVER (ORDER BY happened_at)) AS peak FROM (
          SELECT happened_at, greatest(-100000000, sum(sum(payout)) OVER (ORDER BY happened_at)) AS stood
          FROM operations WHERE product = $1 AND happened_at >= span.start AND opened_at >= span.start GROUP BY happened_at
        ) AS moments) AS heights
      ) AS made
      CROSS JOIN LATERAL (
        SELECT count(*) AS operations, count(*) FILTER (WHERE payout > 0) AS gains
        FROM operations WHERE product = $1 AND happened_at >= span.start AND opened_at >= span.start
      ) AS counted
    ),
    'days', (
      SELECT json_agg(json_build_array(day, stood::text) ORDER BY day) FROM (
        SELECT DISTINCT ON (day) (happened_at AT TIME ZONE (SELECT house_zone()))::date AS day,
          greatest(-100000000, sum(sum(payout)) OVER (ORDER BY happened_at)) AS stood
        FROM (SELECT min(s) AS start FROM unnest($3::timestamptz[]) AS s) AS longest
          JOIN operations o ON o.product = $1 AND o.happened_at >= longest.start AND o.opened_at >= longest.start
        GROUP BY happened_at
        ORDER BY day, happened_at DESC
      ) AS closings
    )
  ) END AS record
  FROM payout_feeds f WHERE f.product = $1`;
