import { type Dia, addDays } from '../basics/time.ts'
import holidays from './holidays.json' with { type: 'json' }

/** Holidays of one date: national, and of Alagoas. Carnival, Corpus Christi and municipal holidays are not among them. */
const FIXED: ReadonlySet<string> = new Set(holidays.map(([date = '']) => date))

/** Saturday, Sunday, and public holidays. */
export function isDayOff(dia: Dia): boolean {
  const weekday = new Date(`${dia}T00:00:00Z`).getUTCDay()
  return weekday === 0 || weekday === 6 || isHoliday(dia)
}

export function isHoliday(dia: Dia): boolean {
  return FIXED.has(dia.slice(5)) || dia === addDays(easterOf(Number(dia.slice(0, 4))), -2)
}

/** Easter Sunday of the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher. */
function easterOf(year: number): Dia {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const ofCentury = year % 100
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const days = epact + weekday - 7 * late + 114
  const [month, day] = [Math.floor(days / 31), (days % 31) + 1]
  return `${year}-${pad(month)}-${pad(day)}`
}

function pad(n: number): string {
  return String(n).padStart(2, '0')
}
