-- A customer's transfers are walked one way at a time, by broker_transfers_one_way_newest_first. Beside this index PostgreSQL took it for as cheap to walk
-- all of them and leave out those of the other way: with many deposits and few withdrawals, every deposit was read to show them.
DROP INDEX broker_transfers_newest_first;
