#!/usr/bin/env bash
# A real disk of 256 kB under a server: it fills, has room again, turns read-only. Needs root, for the mounts.
# Expected: collections end with exit code 1 and a sentence, the commit known is served all along, no temporary file stays,
# the next collection publishes, and a server does not start where it could not write.
#   bench/reliability/failing-disk.sh
source "$(dirname "$0")/common.sh"
mkdir -p "$STORE"
mount -t tmpfs -o size=256k tmpfs "$STORE"
start_source
commit() { situacao | node -p 'JSON.parse(fs.readFileSync(0)).commit'; }
etag() { curl -sI "$BASE/gasolina/api/precos" | grep -i '^etag'; }
try() { code=0; collect || code=$?; }

collect
serve
first=$(etag)
known=$(commit)

dd if=/dev/zero of="$STORE/cheio" bs=1k 2>/dev/null || true
try
tail -1 "$WORK/coleta.txt"
expect 'full: exit code of a collection' "$code" -eq 1
expect 'full: sentences that say so' "$(grep -c 'o disco está cheio' "$WORK/coleta.txt")" -eq 1
expect 'full: what is served' "$(status /gasolina/api/precos) $(etag)" = "200 $first"
expect 'full: temporary files' "$(find "$STORE" -name '*.tmp' | wc -l)" -eq 0
rm "$STORE/cheio"
try
tail -1 "$WORK/coleta.txt"
expect 'full halfway through a publication: exit code' "$code" -eq 1
expect 'full halfway: what is served' "$(status /gasolina/api/precos) $(etag)" = "200 $first"
expect 'full halfway: temporary files' "$(find "$STORE" -name '*.tmp' | wc -l)" -eq 0
mount -o remount,size=4m "$STORE"
try
expect 'room again: exit code' "$code" -eq 0
sleep 6
expect 'room again: commit served' "$(commit)" -eq $((known + 1))

second=$(etag)
mount -o remount,ro "$STORE"
try
tail -1 "$WORK/coleta.txt"
expect 'read-only: exit code of a collection' "$code" -eq 1
expect 'read-only: what is served' "$(status /gasolina/api/precos) $(etag)" = "200 $second"
code=0; PORT=$((PORT + 1)) timeout 20 node bin/run.js servir >"$WORK/outro.txt" 2>&1 || code=$?
cat "$WORK/outro.txt"
expect 'read-only: exit code of a server that starts' "$code" -eq 1
mount -o remount,rw "$STORE"
try
sleep 6
expect 'writable again: commit served' "$(commit)" -eq $((known + 2))
