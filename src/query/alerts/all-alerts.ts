import { oncePer } from '../../domain/basics/memoize.ts'
import { AGREEING_COLLECTIONS, STOPPED_HOURS, written } from '../../domain/facts/rules.ts'
import { combustiveis, fuelOf } from '../../domain/facts/fuels.ts'
import type { Coleta, FatiaComFalha, Retido } from '../../domain/state/commit-state.ts'
import { DAY, HOUR, type Instante, MINUTE, latestOf, toMs } from '../../domain/basics/time.ts'
import { howOften } from '../../format/words/source-words.ts'
import { count, day, dayAndTime, listed, money } from '../../format/words/formatting.ts'
import type { Status } from '../current/dataset.ts'
import { whyEmpty } from '../current/no-data.ts'
import { type Snapshot, pricedStations } from '../lists/snapshot.ts'
import { countedAlert, storeAlerts } from './store-alerts.ts'

/** Hint for programs; pages have their own sentence. */
export const COMO_VER_OS_SUSPEITOS = 'suspeitos=incluir os mostra'

/** Coverage of a commit, counted once per commit because servers ask every few seconds. */
export const extentOf = oncePer((snapshot: Snapshot) => {
  const { postos } = snapshot.commit.estado
  const contradicted = snapshot.stations().filter(({ isContradicted }) => isContradicted).length
  const disbelieved = postos.filter(
    ({ estabelecimento: { cnpj, endereco } }) =>
      endereco.latitude !== null && snapshot.posto(cnpj)?.endereco.latitude === null,
  ).length
  return {
    towns: new Set(snapshot.stations().map(({ codigoIBGE }) => codigoIBGE)).size,
    stations: postos.length,
    priced: pricedStations(snapshot).length,
    newestSale: latestOf(postos.map(({ ultimaVenda }) => ultimaVenda)),
    misplaced: disbelieved - contradicted,
    contradicted,
  }
})

type Extent = ReturnType<typeof extentOf>

/** Alerts in plain Portuguese, the gravest first. They never contain names of stations. */
export function alertsOf(status: Status, coleta: Coleta | null, extent: Extent | null): string[] {
  const { snapshot } = status
  return [
    storeAlerts(status),
    ageAlert(status),
    // Of an unreadable store it is unknown whether it is empty.
    snapshot || status.problem !== null ? [] : whyEmpty(status).frase,
    registryAlert(status),
    coleta ? collectionAlerts(coleta, extent) : [],
    // Held back by the last attempt, even when it published nothing.
    snapshot ? [(coleta?.retidos ?? []).map(heldBack), screeningAlert(snapshot), placeAlert(extent)] : [],
  ].flat(2)
}

function ageAlert({ snapshot, agora, collections }: Status): string | [] {
  if (!snapshot) return []
  const { atualizadoEm } = snapshot
  const age = toMs(agora) - toMs(atualizadoEm)
  if (age < -HOUR)
    return `Os dados dizem ser de ${dayAndTime(atualizadoEm)}, e o relógio desta máquina marca ${dayAndTime(agora)}: um dos dois está errado. Se o relógio estiver certo, a próxima coleta corrige os dados.`
  const { interval, oldAfter } = collections
  if (age <= oldAfter) return []
  const due =
    interval === null ? 'nenhuma coleta' : `deveria haver uma coleta ${howOften(interval)}, e nenhuma`
  return `Os dados têm ${lasting(age)}: ${due} publicou desde ${dayAndTime(atualizadoEm)}.`
}

/** `90 minutos`, `5 horas`, `3 dias`. */
function lasting(ms: number): string {
  if (ms < 2 * HOUR) return count(Math.round(ms / MINUTE), 'minuto', 'minutos')
  return ms < 2 * DAY ? `${Math.floor(ms / HOUR)} horas` : `${Math.floor(ms / DAY)} dias`
}

function collectionAlerts(coleta: Coleta, extent: Extent | null): string[] {
  const newestSale = extent?.newestSale ?? null
  const { resultado, motivo, fim, fatiasComFalha, fatiasVazias, fatiasParciais = 0, recusados } = coleta
  const hasFailed = resultado === 'falhou'
  const reason = motivo ? `: ${motivo.replace(/\.$/, '')}` : ''
  const hours = newestSale === null ? 0 : (toMs(fim) - toMs(newestSale)) / HOUR
  return [
    hasFailed
      ? `A última tentativa de coleta, às ${clock(fim)}, falhou${reason}.${extent ? ' Vale o que já se sabia.' : ''}`
      : [],
    !hasFailed && motivo ? `A última coleta não foi até o fim${reason}. O que faltou fica como estava.` : [],
    hours >= STOPPED_HOURS
      ? `A fonte parece parada: na última coleta, a venda mais recente já tinha ${Math.floor(hours)} horas.`
      : [],
    fatiasComFalha.length > 0 ? failedSlices(fatiasComFalha, coleta.fatias, extent) : [],
    countedAlert('empty', fatiasVazias),
    countedAlert('partial', fatiasParciais),
    countedAlert('future', recusados.futuros),
    countedAlert('malformed', recusados.invalidos),
  ].flat()
}

/** A failed attempt, until the next good one. */
function registryAlert({ registryAttempt, snapshot }: Status): string | [] {
  if (registryAttempt?.motivo === undefined) return []
  const { cadastro } = snapshot?.commit ?? {}
  const held = cadastro ? ` Vale o de ${day(cadastro.em)}.` : ''
  return `Em ${dayAndTime(registryAttempt.em)} não se tomou o cadastro de postos. ${registryAttempt.motivo}${held}`
}

function failedSlices(slices: readonly FatiaComFalha[], total: number, extent: Extent | null): string {
  const places = [...new Set(slices.map(({ municipio }) => municipio))]
  const reasons = [...new Set(slices.map(({ motivo }) => motivo.replace(/\.$/, '')))]
  const failed = slices.length === 1 ? 'falhou' : 'falharam'
  return `${slices.length} de ${count(total, 'consulta', 'consultas')} à fonte ${failed} (${listed(places)}; ${listed(reasons, '; ')}).${extent ? ' Esses preços ficam como estavam.' : ''}`
}

function heldBack({ combustivel, vendas, de, para, vezes }: Retido): string {
  const held = count(vendas, 'venda nova retida, porque levaria', 'vendas novas retidas, porque levariam')
  return `${fuelOf(combustivel).nomePopular}: ${held} a mediana de ${money(de)} para ${money(para)} de uma vez; ${vendas === 1 ? 'entra' : 'entram'} se ${written(AGREEING_COLLECTIONS)} coletas seguidas, cada uma com a maior parte dos postos, concordarem (até agora ${vezes}).`
}

function screeningAlert(snapshot: Snapshot): string | [] {
  const counts = combustiveis.flatMap(({ slug, nomePopular: nome }) => {
    const { entries, believed } = snapshot.list(slug)
    const suspeitos = entries.length - believed.length
    return suspeitos > 0 ? { nome, suspeitos } : []
  })
  const total = counts.reduce((sum, { suspeitos }) => sum + suspeitos, 0)
  if (total === 0) return []
  const each = counts.map(({ nome, suspeitos }) => `${nome} ${suspeitos}`).join(', ')
  return `${count(total, 'preço suspeito fica fora', 'preços suspeitos ficam fora')} das listas e contas (${each}); ${COMO_VER_OS_SUSPEITOS}.`
}

function placeAlert(extent: Extent | null): string | [] {
  const { misplaced = 0, contradicted = 0 } = extent ?? {}
  const found = [
    [misplaced, 'fora do seu município'] as const,
    [contradicted, 'contrárias ao próprio endereço'] as const,
  ].filter(([stations]) => stations > 0)
  if (found.length === 0) return []
  const told = found.map(([stations, why], at) =>
    at === 0
      ? `${count(stations, 'posto declara', 'postos declaram')} coordenadas ${why}`
      : `${stations}, ${why}`,
  )
  return `${told.join('; ')}; vale o ponto aproximado do bairro ou da cidade.`
}

function clock(instante: Instante): string {
  return `${instante.slice(11, 16)} de ${instante.slice(8, 10)}/${instante.slice(5, 7)}`
}
