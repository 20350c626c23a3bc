import { addDays, type LocalDate, localDate } from './local-dates.ts'

/** Days of the year on which Swedish banks are closed (*helgdagar*, lagen (1989:253) om allmänna helgdagar, and the eves). */
const closedDays = ['01-01', '01-06', '05-01', '06-06', '12-24', '12-25', '12-26', '12-31']
/** Counted from Easter Sunday: Good Friday, Easter Monday, Ascension Day. */
const closedFromEaster = [-2, 1, 39]

/** Whether Swedish banks are open, and the Riksbank publishes rates (*bankdag*). */
export function isBankingDay(date: LocalDate): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  if (weekday === 0 || weekday === 6 || closedDays.includes(date.slice(5))) return false
  // Midsummer Eve is the Friday from 19 to 25 June.
  if (weekday === 5 && date.slice(5) >= '06-19' && date.slice(5) <= '06-25') return false
  const easter = easterSunday(Number(date.slice(0, 4)))
  return !closedFromEaster.some((days) => addDays(easter, days) === date)
}

/** The anonymous Gregorian computus (Meeus, Astronomical Algorithms, ch. 8). */
function easterSunday(year: number): LocalDate {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const correction = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25)
  const epact = (correction + 19 * golden + 15) % 30
  const moon = epact - Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11))
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7
  const day = moon - weekday
  const month = 3 + Math.floor((day + 40) / 44)
  return localDate(year, month, day + 28 - 31 * Math.floor(month / 4)) ?? ''
}
