#!/bin/bash
# Runs the regional scripts after the migrations, each once. A script that failed halfway is not tried again: what it did
# and what is left must be looked at by a person, who then writes its row by hand.
# Usage: place-regions.sh <host of one node> <folder with scripts>
set -eu
host=$1
sql() { /cockroach/cockroach sql --insecure --host="$host" --database=brevia "$@"; }

sql -e 'CREATE TABLE IF NOT EXISTS regional_scripts (name STRING PRIMARY KEY, finished BOOL NOT NULL)'
for script in "$2"/*.sql; do
  name=$(basename "$script")
  state=$(sql --format=tsv -e "SELECT finished::STRING FROM regional_scripts WHERE name = '$name'" | tail -n +2)
  case $state in
    true) echo "$name: done before" ;;
    false)
      echo "$name stopped halfway earlier: look at it, finish it by hand, and set finished in regional_scripts" >&2
      exit 1
      ;;
    *)
      sql -e "INSERT INTO regional_scripts VALUES ('$name', false)"
      sql --file="$script"
      sql -e "UPDATE regional_scripts SET finished = true WHERE name = '$name'"
      ;;
  esac
done
