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
 * Events as a calendar of RFC 5545, for a file or for an address that calendars subscribe to. Each keeps its id, so that
 * an event that moved moves there, too.
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

/** Backslash, semicolon, comma and line ends are written with a backslash (RFC 5545, 3.3.11). */
function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, (character) => `\\${character}`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
}

/** No line is longer than 75 octets; what is more goes on in a line that begins with a space, never inside a character. */
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

/** The octets of one character in UTF-8. */
function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
