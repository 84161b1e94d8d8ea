import { string as argument } from '@oclif/core/args'
import { string } from '@oclif/core/flags'
import { type Slug, TODOS, fuelByAlias, slugs } from '../../domain/facts/fuels.ts'
import { nearest, quote } from '../../domain/basics/text.ts'
import { invalidParameters } from '../../domain/questions/parameter-problems.ts'
import type { Dialeto } from '../../format/files/csv.ts'
import type { Arquivo, FormatoDeArquivo } from '../../format/files/sheet.ts'
import type { Query } from '../../query/query.ts'
import { type OutputFlags, parameterFlags, readFlags, readFormato } from '../arguments/flags.ts'
import { LookupCommand } from '../lookup-command.ts'
import { catalogueSheet, catalogueView } from '../views/catalogue.ts'
import texts from '../command-texts.json' with { type: 'json' }

export default class Dados extends LookupCommand {
  static override args = {
    arquivo: argument({ ...texts.options.arquivo, ignoreStdin: true }),
  }
  static override flags = {
    ...parameterFlags('dados'),
    saida: string({ description: 'Onde gravar o arquivo, em vez de mostrá-lo', helpValue: 'CAMINHO' }),
  }

  async run(): Promise<number> {
    const { args, flags } = await this.parse(Dados)
    const { dialeto } = readFlags('dados', flags)
    if (args.arquivo === undefined) {
      if (flags.saida !== undefined)
        throw saidaProblem('--saida vale junto com o nome de um arquivo, como gasolina-comum.csv.')
      const formato = readFormato(flags)
      const resposta = await (await this.open(flags)).catalogo()
      return this.show(formato, {
        resposta,
        sheet: () => catalogueSheet(resposta),
        view: () => catalogueView(resposta),
        dialeto,
      })
    }
    const named = readFileName(args.arquivo)
    checkForm(flags, args.arquivo)
    if (flags.saida === '') throw saidaProblem('--saida recebe um caminho; - é a saída padrão.')
    const query = await this.open(flags)
    const arquivo = await fetchFile(query, named, dialeto)
    if (arquivo.nome.startsWith('demonstracao-')) this.announce(await query.catalogo())
    if (flags.saida === undefined || flags.saida === '-')
      for (const piece of arquivo.pieces) this.surroundings.stdout.write(piece)
    else {
      const { saveFile } = await import('../terminal/save-file.ts')
      this.tell(`Gravado em ${await saveFile(flags.saida, arquivo)}.`)
    }
    return 0
  }
}

function fetchFile(query: Query, named: NamedFile, dialeto: Dialeto): Promise<Arquivo> {
  if ('historico' in named) return query.arquivoDoHistorico(named.historico)
  const { slug, formato } = named
  if (slug === TODOS) return query.todos(dialeto)
  return query.arquivo(slug, formato, formato === 'csv' ? dialeto : 'padrao')
}

/** A file has the form of its name. @throws {GasolinaError} `parametro_invalido` where the output flags ask for another. */
function checkForm({ formato, csv, json }: OutputFlags, nome: string): void {
  if (!formato && !csv && !json) return
  const asked = readFormato({ formato: formato || undefined, csv, json })
  if (nome.toLowerCase().replace(/\.gz$/, '').endsWith(`.${asked}`)) return
  throw invalidParameters({
    frase: `O arquivo vem na forma do seu nome: tire a opção de saída (${quote(asked)}), ou peça outro arquivo.`,
    erro: { parametro: 'formato', valor: quote(asked), aceitos: ['a forma do nome do arquivo'] },
  })
}

function saidaProblem(frase: string) {
  return invalidParameters({ frase, erro: { parametro: 'arquivo', aceitos: ['gasolina-comum.csv'] } })
}

/** A file of `gasolina dados`: of one fuel or of all as they are now, or of the past by its own name. */
type NamedFile = { slug: Slug | typeof TODOS; formato: FormatoDeArquivo } | { historico: string }

const formatos = ['csv', 'json'] as const satisfies FormatoDeArquivo[]

/** All sales of a month, or every station ever seen. */
const OF_THE_PAST = /^(?:vendas-\d{4}-\d\d(?:\.parcial)?\.(?:parquet|csv\.gz)|postos\.csv)$/

const OVER_HTTP = /\.geojson$|^(?:datapackage\.json|SHA256SUMS|index\.json)$/

function onlyOverHttp(nome: string) {
  const folder = /^(?:data|SHA)/.test(nome) ? 'historico/' : ''
  return invalidParameters({
    frase: `'${quote(nome)}' só vem por HTTP: sirva com gasolina servir e baixe /gasolina/dados/${folder}${quote(nome)}.`,
    erro: { parametro: 'arquivo', valor: quote(nome) },
  })
}

/** Takes an alias for the fuel too, and a name as the demonstration's files have it. @throws {GasolinaError} `parametro_invalido`. */
function readFileName(text: string): NamedFile {
  const nome = text.replace(/^demonstracao-/, '')
  if (OF_THE_PAST.test(nome)) return { historico: nome }
  if (OVER_HTTP.test(nome)) throw onlyOverHttp(nome)
  const [, fuel = '', extension = ''] = /^(.*?)(?:\.(\w+))?$/s.exec(nome) ?? []
  const slug = fuelByAlias(fuel)?.slug
  const formato = formatos.find((f) => f === extension.toLowerCase())
  if (slug && formato) return { slug, formato }
  if (fuel.toLowerCase() === TODOS && formato === 'csv') return { slug: TODOS, formato }
  const names = [...slugs.flatMap((s) => formatos.map((f) => `${s}.${f}`)), `${TODOS}.csv`]
  const sugestao = slug ? `${slug}.csv` : nearest(text, names, 1)[0]
  throw invalidParameters({
    frase: `O arquivo '${quote(text)}' não existe.${sugestao ? ` Talvez ${sugestao}?` : ''} Use um combustível (${slugs.join(', ')}) e .csv ou .json, ${TODOS}.csv, postos.csv, ou as vendas de um mês, como vendas-2026-10.parquet ou .csv.gz.`,
    erro: { parametro: 'arquivo', valor: quote(text), aceitos: names, ...(sugestao && { sugestao }) },
  })
}
