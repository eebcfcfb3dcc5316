/** Units of time in sheets. */
export type TimeUnit = 'hours' | 'days'

/** Reads hours as sheets write them: `12`, `7,5`, `12 hrs`, `90 min`, `7:30`; undefined for anything ambiguous. */
export function readHours(text: string): number | undefined {
  const [, hours, minutes] = /^(\d{1,4}):([0-5]\d)(?::00)?$/.exec(text.trim()) ?? []
  if (hours !== undefined) return Number(hours) + Number(minutes) / 60
  const { number, unit } = timeForm.exec(text.trim())?.groups ?? {}
  // `1,200` has a decimal comma in some countries and a thousands separator in others.
  if (number === undefined || /,\d{3}$/.test(number)) return undefined
  const value = Number(
    /\.\d{3},/.test(number) ? number.replaceAll('.', '').replace(',', '.') : number.replace(',', '.'),
  )
  if (Number.isNaN(value)) return undefined
  return unit !== undefined && /^m/i.test(unit) ? value / 60 : value
}

const timeForm =
  /^(?<number>-?\d[\d.]*(?:,\d+)?|\.\d+)\s*(?<unit>h|hrs?|hours?|std\.?|stunden?|heures?|horas?|m|mins?|minutes?|minuten)?$/i

const daysForm = /^[\d.,]+\s*(d|days?|tage?|jours?|d[ií]as?|w|wks?|weeks?)(?![a-z])/iu

/** Tells whether a text is a duration in days or weeks, alone or with hours: `3 days`, `2d 4h`. */
export function isInDays(text: string): boolean {
  return daysForm.test(text.trim())
}

/**
 * Finds the unit of durations that all state one: hours if any is in hours, else days. Undefined if one states none.
 */
export function findTimeUnit(texts: readonly string[]): TimeUnit | undefined {
  if (texts.length === 0) return undefined
  const isInHours = (text: string): boolean => /\p{L}/u.test(text) && readHours(text) !== undefined
  if (!texts.every((text) => isInHours(text) || isInDays(text))) return undefined
  return texts.some(isInHours) ? 'hours' : 'days'
}
