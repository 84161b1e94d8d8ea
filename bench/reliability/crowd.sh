#!/usr/bin/env bash
# 400 readers who read nothing of the largest answer, then 3,000 connections that say nothing.
# Expected: memory grows by less than 100 MB; above 1,000 connections are dropped; within 10 s all answers come again.
#   bench/reliability/crowd.sh
source "$(dirname "$0")/common.sh"
ulimit -n 20000
collect
serve
sleep 10 # the compressed forms are made by then
for _ in $(seq 50); do curl -s -o /dev/null "$BASE/gasolina/dados/gasolina-comum.json"; done
before=$(rss_mb)
node --import tsx bench/reliability/crowd.ts readers "$BASE/gasolina/dados/gasolina-comum.json" 400 8 >"$WORK/readers.txt" &
crowd=$!
peak=$before
while kill -0 $crowd 2>/dev/null; do
  now=$(rss_mb); [ "$now" -le "$peak" ] || peak=$now
  sleep 0.2
done
tail -1 "$WORK/readers.txt"
expect "400 slow readers: memory grew, MB (from $before)" $((peak - before)) -lt 100
expect 'and others are answered' "$(status /gasolina/api/precos)" = 200

node --import tsx bench/reliability/crowd.ts idle "$BASE/" 3000 12 >"$WORK/idle.txt" &
crowd=$!
sleep 1
recovered=
for tenth in $(seq 10 120); do
  [ "$(curl -s -o /dev/null -m 1 -w '%{http_code}' "$BASE/saude")" = 200 ] && { recovered=$tenth; break; }
  sleep 0.1
done
wait $crowd
grep -E '^(1|2|6|7|8) s' "$WORK/idle.txt" | head -5
expect '3,000 idle connections: tenths of a second until others are answered' "${recovered:-999}" -le 100
expect 'idle connections left' "$(tail -1 "$WORK/idle.txt" | awk '{print $3}')" -eq 0
