import { type Dia, addDays } from '../basics/time.ts'
import holidays from './holidays.json' with { type: 'json' }

/** Holidays of one date: national, and of Alagoas. Carnival, Corpus Christi and municipal holidays are not among them. */
const FIXED: ReadonlySet<string> = new Set(holidays.map(([date = '']) => date))

export function isDayOff(dia: Dia): boolean {
  const weekday = new Date(`${dia}T00:00:00Z`).getUTCDay()
  return weekday === 0 || weekday === 6 || isHoliday(dia)
}

export function isHoliday(dia: Dia): boolean {
  return FIXED.has(dia.slice(5)) || dia === addDays(easterOf(dia.slice(0, 4)), -2)
}

/** Easter Sunday of the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher. */
function easterOf(year: string): Dia {
  const golden = Number(year) % 19
  const century = Number(year.slice(0, 2))
  const ofCentury = Number(year.slice(2))
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  return addDays(`${year}-03-22`, epact + weekday - 7 * late)
}
