# Sourced by the scripts beside it: a built server on a free port over a store of its own, ended with the script.
# Needs `npm run build`. Every script ends with 0 when what it expects came true, with 1 when not.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

WORK=$(mktemp -d -t gasolina-prova-XXXXXX)
STORE=${STORE:-$WORK/loja}
PORT=$(node -e "const s=require('node:net').createServer().listen(0,()=>{console.log(s.address().port);s.close()})")
BASE=http://127.0.0.1:$PORT
SERVER=
SOURCES=()
export GASOLINA_STORAGE=$STORE GASOLINA_FONTE=demonstracao GASOLINA_INTERVALO=1440 PORT HOST=127.0.0.1 GASOLINA_URL_BASE=$BASE

finish() {
  [ -z "$SERVER" ] || kill "$SERVER" 2>/dev/null || true
  [ ${#SOURCES[@]} -eq 0 ] || kill "${SOURCES[@]}" 2>/dev/null || true
  wait 2>/dev/null || true
  mountpoint -q "$STORE" && umount "$STORE"
  rm -rf "$WORK"
}
trap finish EXIT

# One collection; what it says goes to coleta.txt.
collect() { node bin/run.js atualizar >"$WORK/coleta.txt" 2>&1; }

# serve [command…]: starts the server, by way of the command when there is one, and waits until it has data.
serve() {
  "$@" node bin/run.js servir >"$WORK/servidor.txt" 2>&1 &
  SERVER=$!
  for _ in $(seq 600); do
    curl -sf -o /dev/null "$BASE/saude" && return
    sleep 0.1
  done
  echo 'the server did not come up:'; cat "$WORK/servidor.txt"; exit 1
}

# start_source [fault as JSON]: the tests' own source; its address is where the next collections ask.
start_source() {
  node --import tsx bench/reliability/source.ts "$@" >"$WORK/fonte.txt" &
  SOURCES+=($!)
  until [ -s "$WORK/fonte.txt" ]; do sleep 0.1; done
  SEFAZ_URL=$(cat "$WORK/fonte.txt")
  export SEFAZ_URL SEFAZ_APP_TOKEN=token-de-teste GASOLINA_FONTE=sefaz
  rm "$WORK/fonte.txt"
}

status() { curl -s -o /dev/null -m 10 -w '%{http_code}' "$BASE$1"; }
situacao() { curl -s -m 10 "$BASE/gasolina/api/situacao"; }
rss_mb() { echo $(($(awk '/VmRSS/{print $2}' "/proc/$SERVER/status") / 1024)); }

# expect <what> <got> <operator of test> <wanted>
expect() {
  if [ "$2" "$3" "$4" ]; then echo "ok   $1: $2"; else echo "FAIL $1: $2 (wanted $3 $4)"; exit 1; fi
}
