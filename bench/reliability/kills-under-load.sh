#!/usr/bin/env bash
# Collections killed -9 at moments of chance while wrk loads the server that serves from the same store. Needs wrk.
# Expected: no answer but 200, the commit served never goes back, and the next collection publishes.
#   bench/reliability/kills-under-load.sh [kills]
source "$(dirname "$0")/common.sh"
collect
serve
wrk -t1 -c50 -d"$((${1:-30} * 3))s" "$BASE/gasolina/api/precos?limite=20" >"$WORK/wrk.txt" &
WRK=$!
commit() { situacao | node -p 'JSON.parse(fs.readFileSync(0)).commit'; }
newest=1
for _ in $(seq "${1:-30}"); do
  setsid node bin/run.js atualizar >/dev/null 2>&1 &
  child=$!
  sleep "$(node -p '(0.3 + Math.random() * 2).toFixed(2)')"
  kill -9 $child 2>/dev/null || true
  wait $child 2>/dev/null || true
  [ "$(status /gasolina/api/precos)" = 200 ] || expect 'an answer' other = 200
  now=$(commit)
  [ "$now" -ge "$newest" ] || expect 'the commit served' "$now" -ge "$newest"
  newest=$now
done
kill -INT $WRK 2>/dev/null || true
wait $WRK || true
grep -E 'requests in|Non-2xx|Socket errors' "$WORK/wrk.txt" || true
expect 'answers that were not 200' "$(grep -c Non-2xx "$WORK/wrk.txt" || true)" -eq 0
collect
sleep 6
expect "after ${1:-30} kills the next collection is served" "$(commit)" -gt "$newest"
