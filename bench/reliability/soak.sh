#!/usr/bin/env bash
# A million requests over all addresses, methods and encodings to a server that collects every minute, by two clients
# that are killed and started again in turn. Expected: no 5xx, the process lives, memory settles below 400 MB.
#   bench/reliability/soak.sh [requests]     # some ten minutes; SEFAZ_URL and SEFAZ_APP_TOKEN name another source
source "$(dirname "$0")/common.sh"
wanted=${1:-1000000}
if [ -n "${SEFAZ_URL:-}" ]; then export GASOLINA_FONTE=sefaz; else start_source; fi
export GASOLINA_INTERVALO=1
collect
serve
CLIENTS=()
trap 'kill "${CLIENTS[@]}" 2>/dev/null || true; finish' EXIT
client() {
  # Not by way of npx or a subshell: what is killed is the client itself.
  node --import tsx bench/reliability/soak.ts "$BASE" 24 >>"$WORK/respostas.txt" 2>>"$WORK/erros.txt" &
  CLIENTS[$1]=$!
}
answers() {
  node -e '
    const sum = {}
    for (const line of require("node:fs").readFileSync(process.argv[1], "utf8").split("\n").filter((each) => each.endsWith("}")))
      for (const [what, n] of Object.entries(JSON.parse(line))) sum[what] = (sum[what] ?? 0) + n
    const of = (test) => Object.keys(sum).filter((what) => test.test(what)).reduce((n, what) => n + sum[what], 0)
    console.log(process.argv[2] === "all" ? JSON.stringify(sum) : of(new RegExp(process.argv[2])))
  ' "$WORK/respostas.txt" "$1"
}
peak=0
middle=
killed=0
beginning=$(rss_mb)
started=$SECONDS
touch "$WORK/respostas.txt"
client 0
client 1
while n=$(answers '^\d') && [ "$n" -lt "$wanted" ]; do
  sleep 5
  now=$(rss_mb)
  [ "$now" -le "$peak" ] || peak=$now
  [ -n "$middle" ] || [ "$n" -lt $((wanted / 2)) ] || middle=$now
  if [ $((SECONDS - started)) -ge $((30 * (killed + 1))) ]; then
    kill -9 "${CLIENTS[$((killed % 2))]}"
    client $((killed % 2))
    killed=$((killed + 1))
  fi
done
end=$(rss_mb)
seconds=$((SECONDS - started))
echo "$n answers in $seconds s, clients killed $killed times, commit $(situacao | grep -o '"commit":[0-9]*' | head -1)"
answers all
head -20 "$WORK/erros.txt"
grep '"erro"' "$WORK/servidor.txt" | head -5 || true
echo "memory, MB: beginning $beginning, middle $middle, end $end, peak $peak"
expect 'answers of 5xx' "$(answers '^5')" = 0
expect 'errors in the log' "$(grep -c '"erro"' "$WORK/servidor.txt" || true)" = 0
expect 'the process lives' "$(status /gasolina/api/precos)" = 200
expect 'memory at the end, MB' "$end" -lt 400
