#!/usr/bin/env bash
# Collections in which one fsync in twenty fails at random. Needs fiu-run.
# Expected: each ends with 0, or with 1 and a sentence; after each, the store is whole; nothing acknowledged is lost.
#   bench/reliability/random-fsync.sh [collections]
source "$(dirname "$0")/common.sh"
collect
acknowledged=1
failed=0
for _ in $(seq "${1:-20}"); do
  code=0
  fiu-run -x -c 'enable_random name=posix/io/sync/fsync,probability=0.05' node bin/run.js atualizar >"$WORK/coleta.txt" 2>&1 || code=$?
  [ "$code" -le 1 ] || { cat "$WORK/coleta.txt"; expect 'exit code' "$code" -le 1; }
  if [ "$code" -eq 1 ]; then
    failed=$((failed + 1))
    grep -qE 'armazenamento' "$WORK/coleta.txt" || { cat "$WORK/coleta.txt"; expect 'sentence' none = one; }
  fi
  node bin/run.js situacao --json >"$WORK/situacao.json" 2>/dev/null
  commit=$(node -p "JSON.parse(fs.readFileSync('$WORK/situacao.json')).commit")
  [ "$code" -eq 1 ] || acknowledged=$((acknowledged + 1))
  [ "$commit" -ge "$acknowledged" ] || expect 'commits found' "$commit" -ge "$acknowledged"
  ! grep -q danificad "$WORK/situacao.json" || expect 'damage' some = none
done
expect "collections that failed, of ${1:-20}" "$failed" -ge 1
expect "commits found, of $acknowledged acknowledged" "$commit" -ge "$acknowledged"
expect 'temporary files' "$(find "$STORE" -name '*.tmp' | wc -l)" -eq 0
