import { boolean, string } from '@oclif/core/flags'
import { GasolinaError } from '../../errors.ts'
import { BaseCommand } from '../base.ts'

export default class Copiar extends BaseCommand {
  static override summary =
    'Copia um armazenamento, todas as suas fontes, para outro lugar, conferindo cada parte'
  static override description =
    'Um lugar é o caminho de uma pasta, postgres://… ou s3://bucket/prefixo, como em GASOLINA_STORAGE. Pode correr enquanto se coleta e, interrompido, continua de onde parou; um destino que guarda outra coisa é recusado.'
  static override examples = [
    '<%= config.bin %> copiar --de ./storage --para s3://bucket/gasolina',
    '<%= config.bin %> copiar --de postgres://gasolina@maquina/banco --para /srv/copia',
  ]
  static override flags = {
    de: string({ description: 'De onde', helpValue: 'LUGAR' }),
    para: string({ description: 'Para onde', helpValue: 'LUGAR' }),
    json: boolean({ description: 'Conta a cópia em JSON', helpGroup: 'SAÍDA' }),
  }

  async run(): Promise<number> {
    const { flags } = await this.parse(Copiar)
    const { de, para } = flags
    if (!de || !para) throw missing(de ? 'para' : 'de')
    const outcome = await this.surroundings.program.copy({ de, para }, this.wishes())
    if (flags.json) this.print(JSON.stringify(outcome))
    else {
      const { copyView } = await import('../views/copy.ts')
      this.print(copyView(outcome))
    }
    return outcome.fontes.some(({ danificados }) => danificados.length > 0) ? 1 : 0
  }
}

function missing(name: string): GasolinaError {
  const parametro = `--${name}`
  return new GasolinaError(
    'parametro_invalido',
    `Falta ${parametro}: o caminho de uma pasta, postgres://… ou s3://bucket/prefixo.`,
    { erros: [{ parametro }] },
  )
}
