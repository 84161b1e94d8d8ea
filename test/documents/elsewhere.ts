/**
 * Printed lines that this test does not run, by the reason: what they need, or the test that has them. A line that leaves the
 * documents leaves this table too.
 */
export const elsewhere: Record<string, readonly string[]> = {
  'the suite itself, and what .ci/run does before it': [
    'npm ci && npm test',
    'npx vitest run test/http',
    'npx vitest run test/query',
    'npm run lint && npm run format:check && npm run typecheck',
    'npm run lint && npm run format:check && npm run typecheck && npm test',
    'DOCUMENTOS_ATUALIZAR=1 npx vitest run test/documents.test.ts test/http/openapi.test.ts',
    'npx vitest run test/cli/outputs.test.ts test/mcp/budgets.test.ts -u',
    'npx vitest run test/mcp/budgets.test.ts -u',
  ],
  'a registry of packages; test/installed/ unpacks the package as npm does': [
    'npm ci',
    'npm ci && npm pack && npm i -g gasolina-1.0.0.tgz',
    'npm ci && npm pack --pack-destination deploy',
    'npm install -g gasolina-1.0.0.tgz',
    'npm install -g --prefix ~/.local gasolina-1.0.0.tgz',
    'npm rebuild -g gasolina',
    'npm uninstall -g gasolina',
    'npm pack --ignore-scripts',
  ],
  'test/installed/assistants.test.ts makes the bundle': ['npm run mcpb'],
  'months of sales, and minutes': ['npx tsx bench/weekend.ts PASTA --fonte sefaz --dias 7 --sementes 2'],
  'every test of the terminal collects': ['gasolina atualizar'],
  'test/registry-faces.test.ts takes a registry': [
    'gasolina cadastro ARQUIVO',
    'gasolina cadastro https://…',
  ],
  'the source of the real sales, and a token': ['SEFAZ_APP_TOKEN=… npm start'],
  'a bucket; test/engines/ has one of its own': [
    'gasolina copiar --de ./storage --para s3://meu-bucket/gasolina',
  ],
  'a PostgreSQL server; test/engines/ starts one': ["CREATE ROLE gasolina LOGIN PASSWORD '…';"],
  'a server of ntfy': [
    'ntfy user add avisos',
    "ntfy access everyone 'gasolina-*' read-only",
    "ntfy access avisos 'gasolina-*' write-only",
    'ntfy token add avisos',
  ],
  'an assistant of its own': [
    'claude mcp add --transport http gasolina https://precos.example/mcp',
    'claude mcp add gasolina -- gasolina mcp --api https://precos.example',
  ],
  DuckDB: ['SELECT combustivel, count(*) AS vendas, median(valorDeclarado) AS mediana'],
  'pandas and pyarrow': ['import pandas as pd'],
  PowerShell: [
    "$env:GASOLINA_LOG = 'pedidos'; gasolina servir       # PowerShell",
    'Get-Content gasolina.env | ForEach-Object { $nome, $valor = $_ -split \'=\', 2; Set-Item "env:$nome" $valor.Trim("\'") }; gasolina servir',
  ],
  'systemd as the first process; test/deploy/systemd.test.ts checks the unit': [
    'install -m 0644 deploy/gasolina.service /etc/systemd/system/',
    'install -m 0600 /dev/null /etc/gasolina.env && editor /etc/gasolina.env',
    'systemctl daemon-reload && systemctl enable --now gasolina',
    'journalctl -u gasolina -f',
    'journalctl -u gasolina -o cat --since today | grep \'"evento":"coleta"\'',
    'journalctl -u gasolina -p warning --since -1h',
    'systemctl restart systemd-journald',
    'install -D -m 0644 deploy/avisos.mjs /usr/local/lib/gasolina/avisos.mjs',
    'install -m 0644 deploy/gasolina-avisos.service /etc/systemd/system/',
    'install -m 0600 /dev/null /etc/gasolina-avisos.env && editor /etc/gasolina-avisos.env',
    'systemctl daemon-reload && systemctl enable --now gasolina-avisos',
    'systemd-analyze verify',
  ],
  'a container engine and the image of Node; test/deploy/container.test.ts runs the health check': [
    'podman build --format docker -t gasolina deploy',
    'podman run -d --name gasolina -p 3000:3000 -v gasolina:/dados --read-only --cap-drop all -e GASOLINA_URL_BASE=https://precos.example --env-file gasolina.env gasolina',
  ],
  'Home Assistant; test/home-assistant.test.ts finds every value that these ask for': [
    'rest:',
    'automation:',
    'rest_command:',
  ],
  'a project of its own; test/installed/client.test.ts runs both': [
    "import { createCliente, GasolinaError } from 'gasolina/cliente'",
    "import { writeFile } from 'node:fs/promises'",
  ],
}
