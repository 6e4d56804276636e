#!/bin/bash
# Makes a cluster of the nodes that wait for it (once), and the database. Safe to run at every start.
# Usage: start-cluster.sh <host of one node>
set -eu
where=(--insecure --host="$1")

# Refused where the node is not up yet, and where there is a cluster already. A node without a cluster answers no SQL.
until /cockroach/cockroach init "${where[@]}" || true &&
  timeout 10 /cockroach/cockroach sql "${where[@]}" -e 'CREATE DATABASE IF NOT EXISTS brevia'; do
  sleep 2
done
