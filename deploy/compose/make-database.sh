#!/bin/sh
# Run once by the PostgreSQL image, in an empty cluster: creates two logins (the product's owns nothing) and the database.
set -eu
psql --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres \
  --set=owner="$(cat /run/secrets/owner-password)" --set=app="$(cat /run/secrets/app-password)" <<'SQL'
CREATE ROLE lastro_owner LOGIN PASSWORD :'owner';
CREATE ROLE lastro_app LOGIN PASSWORD :'app';
-- Behind PgBouncer a connection brings no settings of its own along.
ALTER ROLE lastro_app SET statement_timeout = '15s';
ALTER ROLE lastro_app SET lock_timeout = '10s';
ALTER ROLE lastro_app SET idle_in_transaction_session_timeout = '30s';
ALTER ROLE lastro_app SET timezone = 'UTC';
ALTER ROLE lastro_app SET random_page_cost = 1.1;
CREATE DATABASE lastro OWNER lastro_owner;
SQL
