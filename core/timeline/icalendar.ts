import type { CalendarDate, EpochMs } from '#core/lib/calendar-date.ts'

/** Work on whole days; `endDate` is the day after the last one. */
export type CalendarEvent = {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly startDate: CalendarDate
  readonly endDate: CalendarDate
}

const maxLineOctets = 75

/**
 * Writes events as an RFC 5545 calendar, for a file or a subscription. Events keep their ids, so that a moved event
 * moves in the calendar, too.
 */
export function writeCalendar(name: string, events: readonly CalendarEvent[], now: EpochMs): string {
  const stamp = toUtcStamp(now)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Xsheet//Timeline//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:${event.id}@xsheet`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${event.startDate.replaceAll('-', '')}`,
      `DTEND;VALUE=DATE:${event.endDate.replaceAll('-', '')}`,
      `SUMMARY:${escapeText(event.title)}`,
      ...(event.description === '' ? [] : [`DESCRIPTION:${escapeText(event.description)}`]),
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

function toUtcStamp(moment: EpochMs): string {
  return `${new Date(moment).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/** Escapes backslash, semicolon, comma and line ends with a backslash (RFC 5545, 3.3.11). */
function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, (character) => `\\${character}`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
}

/** Folds a line at 75 octets; continuation lines begin with a space, and no character is split. */
function foldLine(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = octetsOf(character)
    if (octets + size > maxLineOctets) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}

/** Returns the number of octets of a character in UTF-8. */
function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
