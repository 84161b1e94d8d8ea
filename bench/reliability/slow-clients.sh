#!/usr/bin/env bash
# Slow headers, slow bodies and slow reading, 400 connections each, while others keep asking.
# Expected: slow headers and bodies are closed within seconds, the others are answered within 100 ms (on a machine at rest). Needs slowhttptest.
#   bench/reliability/slow-clients.sh
source "$(dirname "$0")/common.sh"
ask() { (curl -s -o /dev/null -m 5 -w '%{time_total}\n' "$BASE/gasolina/api/precos?limite=5" || true) | awk '{print int($1*1000)}'; }
p95() { sort -n "$WORK/ms.txt" | awk '{a[NR]=$1} END {print a[int((NR-1)*0.95)+1]}'; }
collect
serve
for _ in $(seq 100); do ask; done >"$WORK/ms.txt"
echo "without slow clients: 95 of 100 within $(p95) ms, slowest $(sort -n "$WORK/ms.txt" | tail -1)"
for mode in '-H -u /gasolina/api/precos' '-B -u /mcp' '-X -u /gasolina/dados/gasolina-comum.json -w 10 -y 20 -n 5 -z 32 -k 3'; do
  read -r -a words <<<"$mode"
  slowhttptest "${words[0]}" -u "$BASE${words[2]}" "${words[@]:3}" -c 400 -r 400 -i 5 -l 40 -p 3 >"$WORK/slow.txt" 2>&1 &
  attack=$!
  : >"$WORK/ms.txt"
  began=$SECONDS
  while kill -0 $attack 2>/dev/null; do
    ask >>"$WORK/ms.txt"
    sleep 0.05
  done
  wait $attack || true
  sed 's/\x1b\[[0-9;]*m//g' "$WORK/slow.txt" | grep -aE '^(closed|connected|error|service available|pending):' | tail -5 | tr '\n' ' '
  echo
  # Who reads, however slowly, may go on reading: 30 s without one byte end it.
  [ "${words[0]}" = -X ] || expect "${words[0]}: seconds until all were closed" $((SECONDS - began)) -le 12
  expect "${words[0]}: 95 of 100 others answered within, ms (slowest $(sort -n "$WORK/ms.txt" | tail -1))" "$(p95)" -lt "${MAX_MS:-100}"
done
