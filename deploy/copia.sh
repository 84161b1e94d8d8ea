#!/bin/sh
# Uma cópia dos dados enquanto o gasolina roda: copia.sh PASTA_DOS_DADOS ARQUIVO.tar.gz
# Para restaurar, com o gasolina parado: tar -xzf ARQUIVO.tar.gz -C PASTA_DOS_DADOS, vazia.
set -eu
dados=$1 arquivo=$2

# A ordem faz a cópia inteira: o que um commit nomeia existia antes dele, o que mudou se completa com os commits, e uma venda só
# sai de vendas/ depois de estar em historico/. A trava de quem coleta, que não é pasta, fica de fora.
itens=
for pasta in mudancas commits vendas historico; do
  for item in "$dados"/*/"$pasta"; do
    [ -e "$item" ] && itens="$itens ${item#"$dados"/}"
  done
done
# O resto em qualquer ordem, também o que uma versão mais nova guarde; sondas só servem enquanto alguém sonda.
for item in "$dados"/*/*/; do
  item=${item%/}
  case ${item##*/} in
    mudancas | commits | vendas | historico | sondas | '*') ;;
    *) itens="$itens ${item#"$dados"/}" ;;
  esac
done
[ -n "$itens" ] || { echo "Não há dados em $dados." >&2; exit 1; }

novo=$arquivo.parcial
estado=0
# shellcheck disable=SC2086 # os nomes são nossos: sem espaços
tar -C "$dados" -czf "$novo" $itens || estado=$?
# 1: um arquivo mudou ou saiu enquanto era lido, como esperado; o resto é falha.
[ "$estado" -le 1 ] || { rm -f "$novo"; exit "$estado"; }
mv "$novo" "$arquivo"
