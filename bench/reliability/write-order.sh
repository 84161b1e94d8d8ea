#!/usr/bin/env bash
# The order of system calls in a publication: write → fsync → rename → fsync of the folder, then write → fsync → link →
# fsync of the folder. Needs strace.
#   bench/reliability/write-order.sh
source "$(dirname "$0")/common.sh"
collect
strace -f -y -s 0 -o "$WORK/strace.txt" -e trace=openat,write,pwrite64,fsync,fdatasync,rename,renameat2,link,linkat node bin/run.js atualizar >/dev/null 2>&1
node bench/reliability/write-order.js "$WORK/strace.txt"
