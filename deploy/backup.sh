#!/bin/sh
# Backs up Quintet's database, deletes old backups, and proves that a backup can be restored.
#   backup.sh                a backup now; quintet-backup.timer runs it every night
#   backup.sh drill [FILE]   restores a backup (the newest) into an empty place, counts its rows, serves from it
# A backup appears under its name when it is complete. Then old ones are deleted. A drill does not touch the server or
# its database. Exits with 1 if a step fails, and says which. Settings, by the environment:
#   DATABASE_URL, DATA_DIR   as the server has them: Quintet copies a SQLite file, pg_dump dumps PostgreSQL
#   CATALOGUE_FILE, ENCRYPTION_KEY   as the server has them: a drill needs them
#   BACKUP_DIR               where the backups are (/var/backups/quintet)
#   BACKUP_DAYS              daily backups to keep (7)
#   BACKUP_WEEKS             weekly backups to keep (5); the first backup of an ISO week is one
#   DRILL_HOURS              how old the backup of a drill may be (26)
#   DRILL_DATABASE_URL       for a dump of PostgreSQL: an empty database to restore into. Drop it afterwards.
#   DRILL_PORT               a free port of this machine (18080)
#   QUINTET                  the command that runs Quintet
set -eu
umask 077

QUINTET=${QUINTET:-/opt/quintet/node_modules/.bin/bun --no-env-file --config=/dev/null /opt/quintet/dist/quintet.js}
BACKUP_DIR=${BACKUP_DIR:-/var/backups/quintet}
BACKUP_DAYS=${BACKUP_DAYS:-7}
BACKUP_WEEKS=${BACKUP_WEEKS:-5}
DRILL_HOURS=${DRILL_HOURS:-26}

fail() {
  echo "backup: $1" >&2
  exit 1
}

# Runs a program of PostgreSQL on the database of a URL, without what only Quintet knows. The password is not an argument,
# which others could read.
on_postgres() {
  url=$1
  shift
  left=$(printf '%s' "$url" | sed -nE 's#^[^:]+://[^:/@]*:([^@/]*)@.*#\1#p' | sed 's/\\/\\\\/g')
  password=
  while :; do
    case $left in
      *%[0-9A-Fa-f][0-9A-Fa-f]*)
        tail=${left#*%}
        hex=${tail%"${tail#??}"}
        password="$password${left%%%*}\\0$(printf '%03o' "0x$hex")"
        left=${tail#??}
        ;;
      *)
        password=$(printf '%b' "$password$left")
        break
        ;;
    esac
  done
  PGPASSWORD=$password "$@" --dbname="$(printf '%s' "$url" | sed -E -e 's#^([^:]+://[^:/@]*):[^@/]*@#\1@#' \
    -e ':a' -e 's#([?&])(prepare|durable_counters)=[^&]*(&|$)#\1#; ta' -e 's#[?&]$##')"
}

write_backup() {
  case ${DATABASE_URL:-} in
    postgres://* | postgresql://*)
      on_postgres "$DATABASE_URL" pg_dump --format=custom --no-owner --file="$part" || fail "pg_dump failed."
      pg_restore --list "$part" >/dev/null || fail "pg_restore cannot read the dump."
      ;;
    *) $QUINTET db backup "$part" >/dev/null || fail "quintet db backup failed." ;;
  esac
}

# Deletes all but the newest: names sort by time.
keep() {
  find "$BACKUP_DIR" -maxdepth 1 -type f -name "$1-*" | sort -r | tail -n "+$(($2 + 1))" |
    while read -r old; do rm -f "$old"; done
}

backup() {
  for number in "$BACKUP_DAYS" "$BACKUP_WEEKS"; do
    case $number in
      '' | *[!0-9]* | 0*) fail "BACKUP_DAYS and BACKUP_WEEKS must be whole numbers from 1." ;;
    esac
  done
  mkdir -p "$BACKUP_DIR" || fail "$BACKUP_DIR cannot be made."
  exec 9>"$BACKUP_DIR/.lock"
  flock -n 9 || fail "another backup is running."
  # Files of a backup that was killed.
  rm -f "$BACKUP_DIR"/.part-*
  part="$BACKUP_DIR/.part-$$"
  trap 'rm -f "$part"' EXIT
  write_backup
  case ${DATABASE_URL:-} in postgres*) end=dump ;; *) end=db ;; esac
  daily="$BACKUP_DIR/daily-$(date -u +%Y-%m-%dT%H%M%SZ).$end"
  weekly="$BACKUP_DIR/weekly-$(date -u +%G-W%V).$end"
  mv "$part" "$daily"
  [ -e "$weekly" ] || ln "$daily" "$weekly"
  sync "$daily" "$BACKUP_DIR"
  keep daily "$BACKUP_DAYS"
  keep weekly "$BACKUP_WEEKS"
  echo "backup: $daily ($(wc -c <"$daily") bytes)"
}

restore_into() {
  case $1 in
    *.dump)
      [ -n "${DRILL_DATABASE_URL:-}" ] || fail "set DRILL_DATABASE_URL to an empty PostgreSQL database."
      [ "$DRILL_DATABASE_URL" != "${DATABASE_URL:-}" ] || fail "DRILL_DATABASE_URL is the server's own database."
      on_postgres "$DRILL_DATABASE_URL" pg_restore --no-owner --single-transaction --exit-on-error "$1" ||
        fail "pg_restore failed: is the database of DRILL_DATABASE_URL empty?"
      DATABASE_URL=$DRILL_DATABASE_URL
      ;;
    *)
      DATABASE_URL="sqlite:$2/quintet.db"
      DATABASE_URL=$DATABASE_URL $QUINTET db restore "$1" >/dev/null || fail "quintet db restore failed."
      ;;
  esac
}

drill() {
  file=${1:-$(find "$BACKUP_DIR" -maxdepth 1 -type f -name 'daily-*' 2>/dev/null | sort | tail -n 1)}
  [ -f "$file" ] || fail "there is no backup ${file:-in $BACKUP_DIR}."
  [ -n "$(find "$file" -mmin "-$((DRILL_HOURS * 60))")" ] || fail "$file is older than $DRILL_HOURS hours."
  place=$(mktemp -d)
  server=
  trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$place"' EXIT
  restore_into "$file" "$place"
  # Alone: no email is sent, nothing is charged by Stripe, no job, site audit or webhook is run, and no other database is
  # opened.
  url="http://127.0.0.1:${DRILL_PORT:-18080}"
  if curl -s -o /dev/null "$url/"; then fail "port ${DRILL_PORT:-18080} is in use. Set DRILL_PORT to a free port."; fi
  set -- env -i PATH="$PATH" DATA_DIR="$place" DATABASE_URL="$DATABASE_URL" PORT="${DRILL_PORT:-18080}" \
    HOST=127.0.0.1 BASE_URL="$url" DRAIN_MS=0 CATALOGUE_FILE="${CATALOGUE_FILE:-}" \
    ENCRYPTION_KEY="${ENCRYPTION_KEY:-}" ENCRYPTION_KEY_FILE="${ENCRYPTION_KEY_FILE:-}"
  counts=$("$@" $QUINTET db count) || fail "the rows cannot be counted."
  "$@" $QUINTET serve --drill >"$place/log" 2>&1 &
  server=$!
  tries=0
  until curl -fsS -o /dev/null "$url/health/ready" 2>/dev/null; do
    tries=$((tries + 1))
    if [ "$tries" -ge 100 ] || ! kill -0 "$server" 2>/dev/null; then
      fail "Quintet does not serve from the restored database: $(tail -n 3 "$place/log")"
    fi
    sleep 0.2
  done
  echo "$counts"
  echo "backup: $file is complete, and Quintet serves from it." >&2
}

# Quintet accepts one of the two, and a drill gives it another database.
if [ -n "${DATABASE_URL_FILE:-}" ]; then
  DATABASE_URL=$(cat "$DATABASE_URL_FILE")
  export DATABASE_URL
  unset DATABASE_URL_FILE
fi
case ${1:-} in
  '') backup ;;
  drill)
    shift
    drill "$@"
    ;;
  *) fail "unknown command. Usage: backup.sh, or backup.sh drill [FILE]" ;;
esac
