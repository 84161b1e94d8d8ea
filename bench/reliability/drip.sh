#!/usr/bin/env bash
# A source whose answers drip for ever, in the body or in the headers, under a server that collects every minute.
# Expected: each collection ends at its deadline (48 s), the next begins on its minute, the time told for it never slides,
# an alert says so, what was known is served, connections do not add up.
#   bench/reliability/drip.sh [minutes each]      (three unless told)
source "$(dirname "$0")/common.sh"
export GASOLINA_INTERVALO=1
minutes=${1:-3}
start_source
collect
for fault in gotas gotasNoCabecalho; do
  start_source "{\"tipo\":\"$fault\"}"
  serve
  latest=0
  connections=0
  for second in $(seq $((minutes * 60 + 60))); do
    sleep 1
    [ $((second % 5)) -eq 0 ] || continue
    # How long ago the next collection should have begun: sliding along, it would be told as due this very moment.
    late=$(situacao | node -p 'Math.round((Date.now() - Date.parse(JSON.parse(fs.readFileSync(0)).proximaColeta)) / 1000)')
    [ "$late" -le $latest ] || latest=$late
    now=$(ss -Htn state established "( dport = :$(node -p "new URL(process.env.SEFAZ_URL).port") )" | wc -l)
    [ "$now" -le $connections ] || connections=$now
  done
  ended=$(grep -c '"evento":"coleta".*parou no prazo' "$WORK/servidor.txt" || true)
  expect "$fault: collections that ended at the deadline in $((minutes + 1)) minutes" "$ended" -ge "$minutes"
  expect "$fault: seconds the next collection was late at most" $latest -le 3
  expect "$fault: connections to the source at most" $connections -le 12
  expect "$fault: alerts that say so" "$(situacao | grep -c 'parou no prazo')" -eq 1
  expect "$fault: what is served" "$(status /gasolina/api/precos)" = 200
  kill $SERVER
  wait $SERVER || true
done
