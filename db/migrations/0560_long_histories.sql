-- Long histories: what makes a page of a list as quick after a hundred thousand rows as after ten. Nothing new is kept here;
-- these are the orders in which filtered lists are walked.

-- Withdrawals alone, or deposits alone: whoever brought money a thousand times has their two withdrawals at once.
CREATE INDEX broker_transfers_one_way_newest_first
  ON broker_transfers (customer_id, direction, created_at DESC, id DESC);

-- The operations of one asset, however rare; and which assets there are, one look-up each.
CREATE INDEX operations_of_an_asset_newest_first ON operations (product, asset, happened_at DESC, id DESC);
