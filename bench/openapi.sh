#!/usr/bin/env bash
# The OpenAPI file as strangers take it: linted by Redocly, turned into types by openapi-typescript, and those compiled.
# Fetches both tools; ends with 0 or the first failure.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > openapi.mjs <<END
import { register } from '$root/node_modules/tsx/dist/esm/api/index.mjs'
register()
const { createOpenApi } = await import('$root/src/http/routes/openapi.ts')
const urlBase = 'https://precos.example/alagoas'
console.log(JSON.stringify(createOpenApi({ urlBase, site: urlBase + '/gasolina/', fonte: 'sefaz' })))
END
node openapi.mjs > openapi.json

export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
npm init -y > npm-init.log
npm install --silent --no-audit --no-fund --ignore-scripts @redocly/cli@2 openapi-typescript@7 typescript@5
npx redocly lint openapi.json
npx openapi-typescript openapi.json -o openapi.d.ts
cat > use.ts <<'END'
import type { components, paths } from './openapi.d.ts'
type Precos = paths['/gasolina/api/precos']['get']
export const price = (answer: Precos['responses']['200']['content']['application/json']): number | undefined =>
  answer.conteudo[0]?.produto.venda.valorDeclarado
export const asked: Precos['parameters']['query'] = { combustivel: 'alcool', limite: 3 }
export type Erro = components['schemas']['Erro']['codigo']
END
npx tsc --noEmit --strict --skipLibCheck false --module nodenext --target es2022 use.ts openapi.d.ts
echo "openapi.json: aceito, e os tipos compilam"
