#!/usr/bin/env bash
# A server that collects every minute, whose clock is set back a day, forward two, forward ten years, and right again.
# Expected: it collects within the minute after each jump, numbers grow, answers hold from 60 s to an hour, and as soon as
# the clock is right the times told are too, with all the sales of ten days.
#   bench/reliability/clock-jumps.sh      (about four minutes)
source "$(dirname "$0")/common.sh"
export GASOLINA_INTERVALO=1
echo 0 >"$WORK/dias"
collect
# Only what the program takes for the time is moved, and only whenever the file says something new.
SHIFT="import { readFileSync } from 'node:fs'; const now = Date.now; Date.now = () => now() + Number(readFileSync('$WORK/dias')) * 86400000"
serve env NODE_OPTIONS="--import data:text/javascript,$(node -p 'encodeURIComponent(process.argv[1])' "$SHIFT")"
commit() { situacao | node -p 'JSON.parse(fs.readFileSync(0)).commit'; }
max_age() { curl -sI "$BASE/gasolina/api/precos" | grep -ioE 'max-age=-?[0-9]+' | cut -d= -f2; }
for days in -1 2 3650 0; do
  before=$(commit)
  echo $days >"$WORK/dias"
  expect "$days days: max-age" "$(max_age)" -ge 60
  waited=0
  while [ "$(commit)" -le "$before" ] && [ $waited -lt 80 ]; do sleep 1; waited=$((waited + 1)); done
  expect "$days days: commit" "$(commit)" -gt "$before"
  expect "$days days: seconds until it collected" $waited -le 70
  expect "$days days: how many days from now it was made" \
    "$(situacao | node -p 'Math.round((Date.parse(JSON.parse(fs.readFileSync(0)).atualizadoEm) - Date.now()) / 86400000)')" -eq $days
done
expect 'stations with a price of the last 240 hours' \
  "$(curl -s "$BASE/gasolina/api/precos?horas=240" | node -p 'JSON.parse(fs.readFileSync(0)).totalPostos')" -gt 400
expect 'negative ages or damage told' "$(situacao | grep -cE 'danificad|há -' || true)" -eq 0
