#!/bin/sh
# Generates every secret of this installation once, each into its own file in secrets/. Existing files are kept.
# Run as root: the files are given to the users that the containers run as.
set -eu
umask 077
cd "$(dirname "$0")"
mkdir -p secrets
[ -e lastro.env ] || cp lastro.env.example lastro.env

draw() { [ -e "secrets/$1" ] || openssl rand -hex 32 | tr -d '\n' > "secrets/$1"; }
write() { [ -e "secrets/$1" ] || printf '%s' "$2" > "secrets/$1"; }

for name in postgres-password owner-password app-password operator-token second-key-secret; do draw "$name"; done
owner=$(cat secrets/owner-password)
app=$(cat secrets/app-password)
write database-url "postgresql://lastro_app:$app@pgbouncer:6432/lastro"
write database-listen-url "postgresql://lastro_app:$app@database:5432/lastro"
write database-migrate-url "postgresql://lastro_owner:$owner@database:5432/lastro"
write pgbouncer-userlist.txt "\"lastro_app\" \"$app\"
"
write smtp-url 'smtp://mail:1025'
write brokerage-token "${BROKERAGE_TOKEN:-replace-me}"

# A self-signed certificate for trying it out; put the real one, chain and key, into secrets/proxy.pem.
if [ ! -e secrets/proxy.pem ]; then
  name=$(sed -n 's|^PUBLIC_URL=https://\([^:/]*\).*|\1|p' lastro.env)
  console=$(sed -n 's|^CONSOLE_URL=https://\([^:/]*\).*|\1|p' lastro.env)
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 365 -subj "/CN=$name" \
    -addext "subjectAltName=DNS:$name,DNS:${console:-$name}" -keyout secrets/key.pem -out secrets/cert.pem 2>/dev/null
  cat secrets/cert.pem secrets/key.pem > secrets/proxy.pem
  rm secrets/cert.pem secrets/key.pem
fi

# Nobody else can reach the folder. In a container each file is read only by the user that the container runs as.
if [ "$(id -u)" = 0 ]; then
  (cd secrets && chown 10001:10001 database-url database-listen-url database-migrate-url brokerage-token smtp-url operator-token second-key-secret)
  (cd secrets && chown 999:999 postgres-password owner-password app-password && chown 70:70 pgbouncer-userlist.txt && chown 99:99 proxy.pem)
fi
echo "The secrets are in $(pwd)/secrets. Fill in lastro.env and put the brokerage's token into secrets/brokerage-token."
