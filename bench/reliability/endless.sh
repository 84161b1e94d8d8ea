#!/usr/bin/env bash
# A source that sends page after page, none like another and none the last: it says there are a thousand million records, or
# hides it. Expected: the collection ends by itself and says why, what was known is served, memory stays under 600 MB.
#   bench/reliability/endless.sh
source "$(dirname "$0")/common.sh"
export GASOLINA_INTERVALO=2
start_source
collect
known=$(node bin/run.js situacao --json | node -p 'JSON.parse(fs.readFileSync(0)).cobertura.postos')
for total in 1000000000 20000; do
  start_source "{\"tipo\":\"semFim\",\"valor\":$total}"
  began=$SECONDS
  peak=0
  node bin/run.js atualizar >"$WORK/coleta.txt" 2>&1 &
  child=$!
  while kill -0 $child 2>/dev/null; do
    now=$(awk '/VmHWM/{print int($2 / 1024)}' /proc/$child/status 2>/dev/null || echo 0)
    [ "${now:-0}" -le $peak ] || peak=$now
    sleep 0.2
  done
  code=0
  wait $child || code=$?
  tail -1 "$WORK/coleta.txt"
  expect "$total told: seconds until it ended" $((SECONDS - began)) -le 100
  expect "$total told: memory at its height, MB" "$peak" -lt 600
  expect "$total told: exit code" $code -eq 1
  postos=$(node bin/run.js situacao --json | node -p 'JSON.parse(fs.readFileSync(0)).cobertura.postos')
  expect "$total told: stations known, as before" "$postos" -eq "$known"
done
