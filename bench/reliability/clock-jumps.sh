#!/usr/bin/env bash
# A server that collects every minute, whose clock is set back a day, then forward two days. Needs libfaketime.
# Expected: it collects within the minute after each jump, numbers grow, answers hold from 60 s to an hour.
#   bench/reliability/clock-jumps.sh      (about two and a half minutes)
source "$(dirname "$0")/common.sh"
export GASOLINA_INTERVALO=1
LIB=$(dpkg -L libfaketime 2>/dev/null | grep -m1 'libfaketime.so.1$' || find / -name libfaketime.so.1 -not -path '/proc/*' 2>/dev/null | head -1)
echo +0 >"$WORK/hora"
collect
serve env LD_PRELOAD="$LIB" FAKETIME_TIMESTAMP_FILE="$WORK/hora" FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1
commit() { situacao | node -p 'JSON.parse(fs.readFileSync(0)).commit'; }
max_age() { curl -sI "$BASE/gasolina/api/precos" | grep -ioE 'max-age=-?[0-9]+' | cut -d= -f2; }
for jump in -1d +2d; do
  before=$(commit)
  echo $jump >"$WORK/hora"
  expect "$jump: the server's clock" "$(curl -sI "$BASE/saude" | grep -i '^date' | tr -d '\r')" != "date: $(date -Ru)"
  expect "$jump: max-age" "$(max_age)" -ge 60
  waited=0
  while [ "$(commit)" -le "$before" ] && [ $waited -lt 80 ]; do sleep 1; waited=$((waited + 1)); done
  expect "$jump: commit" "$(commit)" -gt "$before"
  expect "$jump: seconds until it collected" $waited -le 70
done
expect 'negative ages or damage told' "$(situacao | grep -cE 'danificad|há -' || true)" -eq 0
