import { string as argument } from '@oclif/core/args'
import { string } from '@oclif/core/flags'
import { TODOS } from '../../domain/facts/fuels.ts'
import { invalidParameters } from '../../domain/questions/parameter-problems.ts'
import { readQuery } from '../../domain/questions/read-query.ts'
import type { Dialeto } from '../../format/files/csv.ts'
import type { Arquivo } from '../../query/files/download.ts'
import type { Query } from '../../query/query.ts'
import type { NamedFile } from '../arguments/file-name.ts'
import { readFileName } from '../arguments/file-name.ts'
import { parameterFlags, parametersFrom } from '../arguments/flags.ts'
import { LookupCommand } from '../lookup.ts'
import type { OutputFlags } from '../arguments/output-flags.ts'
import { readFormato } from '../arguments/output-flags.ts'

export default class Dados extends LookupCommand {
  static override summary = 'Lista os arquivos de dados, ou baixa um deles'
  static override description =
    'Um arquivo tem tudo que se sabe de um combustível, ou dos seis (todos.csv), com os preços suspeitos marcados; ou todas as vendas de um mês. Vem byte por byte como a API o serve.'
  static override examples = [
    '<%= config.bin %> dados',
    '<%= config.bin %> dados gasolina-comum.csv --saida precos.csv',
    '<%= config.bin %> dados etanol.csv --dialeto excel --saida etanol.csv',
    '<%= config.bin %> dados gnv.json',
    '<%= config.bin %> dados todos.csv --saida todos.csv',
    '<%= config.bin %> dados vendas-2026-10.parquet --saida .',
  ]
  static override args = {
    arquivo: argument({
      description:
        'O arquivo a baixar: um combustível e .csv ou .json, todos.csv, ou um do histórico, pelo nome',
      ignoreStdin: true,
    }),
  }
  static override flags = {
    ...parameterFlags('dados'),
    saida: string({ description: 'Onde gravar o arquivo, em vez de mostrá-lo', helpValue: 'CAMINHO' }),
  }

  async run(): Promise<number> {
    const { args, flags } = await this.parse(Dados)
    const { dialeto } = readQuery('dados', parametersFrom('dados', flags))
    if (args.arquivo === undefined) {
      if (flags.saida !== undefined) throw fileNeeded()
      return this.list(flags, dialeto)
    }
    const named = readFileName(args.arquivo)
    const query = await this.open(flags)
    const arquivo = await fetchFile(query, named, dialeto)
    if (arquivo.nome.startsWith('demonstracao-')) this.announce(await query.catalogo())
    if (flags.saida === undefined) for (const piece of arquivo.pieces) this.surroundings.stdout.write(piece)
    else {
      const { saveFile } = await import('../terminal/save-file.ts')
      this.tell(`Gravado em ${await saveFile(flags.saida, arquivo)}.`)
    }
    return 0
  }

  private async list(flags: OutputFlags & { api?: string | undefined }, dialeto: Dialeto): Promise<number> {
    const formato = readFormato(flags)
    const query = await this.open(flags)
    const resposta = await query.catalogo()
    this.announce(resposta)
    const { catalogueView, catalogueCsv } = await import('../views/catalogue.ts')
    if (formato === 'json') this.printJson(resposta)
    else
      this.print(formato === 'csv' ? catalogueCsv(resposta, dialeto) : catalogueView(resposta, this.canvas()))
    return 0
  }
}

function fetchFile(query: Query, named: NamedFile, dialeto: Dialeto): Promise<Arquivo> {
  if ('historico' in named) return query.arquivoDoHistorico(named.historico)
  const { slug, formato } = named
  if (slug === TODOS) return query.todos(dialeto)
  return query.arquivo(slug, formato, formato === 'csv' ? dialeto : 'padrao')
}

function fileNeeded() {
  return invalidParameters({
    frase: '--saida vale junto com o nome de um arquivo, como gasolina-comum.csv.',
    erro: { parametro: 'arquivo', aceitos: ['gasolina-comum.csv'] },
  })
}
