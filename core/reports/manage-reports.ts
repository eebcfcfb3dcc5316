import { textOf } from '#core/lib/json.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type SpaceId, type SpaceViewId, type StudioId } from '#core/lib/ids.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { toNewSecret, webhookForms, type NewSecret, type WebhookForm } from '#core/webhooks/manage-webhooks.ts'

/** The period of a timesheet report: the last whole day, week or month. */
export const reportPeriods = ['day', 'week', 'month'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

/** A scheduled timesheet or saved view, limited to what its owner may see when it is sent. */
export type Report = {
  readonly id: string
  readonly name: string
  /** For a timesheet; undefined for a saved view. */
  readonly period: ReportPeriod | undefined
  /** The view, which may be deleted, and its space; undefined for a timesheet. */
  readonly viewId: SpaceViewId | undefined
  readonly spaceId: SpaceId | undefined
  /** 1 for Monday to 7 for Sunday. */
  readonly days: readonly number[]
  /** In the owner's time zone, such as `08:30`. */
  readonly atTime: string
  /** The address it is posted to; empty if it is mailed to its owner. */
  readonly url: string
  readonly form: WebhookForm
  readonly isActive: boolean
  /** Whether it has a secret that signs its CSV when posted. */
  readonly isSigned: boolean
  /** Why the database turned it off; empty if it did not. */
  readonly stopped: string
  /** Why it cannot be sent as it is, such as a deleted view; empty if it can. */
  readonly problem: string
  /** The next time it is sent, in its owner's time zone, in ISO 8601 without an offset. */
  readonly due: string
  readonly last: ReportRun | undefined
}

/** The input for a report. */
export type NewReport = Omit<Report, 'spaceId' | 'isSigned' | 'stopped' | 'problem' | 'due' | 'last'>

/** The outcome of one scheduled run of a report. */
export type ReportRun = {
  readonly due: string
  readonly state: 'waiting' | 'sent' | 'failed'
  readonly problem: string
}

type Asks = { readonly gateway: Pick<Gateway, 'call'> }
type Wire = Readonly<Record<string, unknown>>

/** Lists the caller's reports in a studio, by name. Fails with an `AppError`. */
export async function listReports(studioId: StudioId, { gateway }: Asks): Promise<readonly Report[]> {
  const answer = await gateway.call('list_reports', { p_studio_id: studioId })
  if (!Array.isArray(answer)) throw new AppError('unexpected', 'The server’s answer is not a list.')
  return answer.map((row: unknown) => toReport(Object(row)))
}

/**
 * Creates or changes a report of the caller. One without an address is refused if the installation sends no mail. Fails
 * with an `AppError`.
 */
export async function saveReport(
  report: NewReport & { readonly studioId: StudioId; readonly hasMail: boolean },
  { gateway }: Asks,
): Promise<Report> {
  if (report.url === '' && !report.hasMail)
    throw new AppError('invalid-input', 'This installation sends no mail: give the report an address to be posted to.')
  const answer = await gateway.call('save_report', {
    p_studio_id: report.studioId,
    p_id: report.id,
    p_name: report.name,
    p_days: report.days,
    p_at_time: report.atTime,
    p_period: report.period ?? null,
    p_view_id: report.viewId ?? null,
    p_url: report.url,
    p_form: report.form,
    p_is_active: report.isActive,
  })
  return toReport(Object(answer))
}

/**
 * Renews a report's secret, which is shown once; a previous one stays valid for a day, or ends at once. Fails with an
 * `AppError`.
 */
export async function renewReportSecret(
  { id, isAtOnce }: { readonly id: string; readonly isAtOnce: boolean },
  { gateway }: Asks,
): Promise<NewSecret> {
  return toNewSecret(await gateway.call('renew_report_secret', { p_id: id, p_is_at_once: isAtOnce }))
}

/** Tells whether a report can be signed: posts to programs can, mails and chats cannot. */
export function canBeSigned({ url, form }: Pick<Report, 'url' | 'form'>): boolean {
  return url !== '' && form === 'standard'
}

/** Deletes a report. Fails with an `AppError`. */
export async function deleteReport(id: string, { gateway }: Asks): Promise<void> {
  await gateway.call('delete_report', { p_id: id })
}

/** Sends a report now, outside its schedule. Fails with an `AppError`. */
export async function sendReport(id: string, { gateway }: Asks): Promise<void> {
  await gateway.call('send_report', { p_id: id })
}

const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** Formats days: `daily`, `weekdays` or `mon,thu`. */
export function toDaysText(days: readonly number[]): string {
  const text = days.join('')
  if (text === '1234567') return 'daily'
  if (text === '12345') return 'weekdays'
  return days.map((day) => dayNames[day - 1] ?? '').join(',')
}

const wholeNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/**
 * Parses days in the format of `toDaysText`, also with full names and ranges such as `mon-fri`; undefined if a word is
 * not a day.
 */
export function readDays(text: string): readonly number[] | undefined {
  const words = text
    .toLowerCase()
    .replaceAll(/\s*[-–]\s*/g, '-')
    .split(/[\s,;]+/)
    .filter(Boolean)
  const days = words.flatMap((word) => {
    if (word === 'daily') return [1, 2, 3, 4, 5, 6, 7]
    if (word === 'weekdays') return [1, 2, 3, 4, 5]
    const [first = 0, last = first, ...more] = word.split('-').map(readDay)
    if (first * last === 0 || more.length > 0) return [0]
    // From Friday to Monday means over the weekend.
    return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, at) => ((first - 1 + at) % 7) + 1)
  })
  return days.length === 0 || days.includes(0) ? undefined : [...new Set(days)].toSorted((one, other) => one - other)
}

/** Returns 1 for `mon`, `monday` and anything in between; 0 if it is not a day. */
function readDay(word: string): number {
  return word.length < 3 ? 0 : wholeNames.findIndex((name) => name.startsWith(word)) + 1
}

/** Parses a time of day to `HH:MM`, from `8:30`, `08.30`, `8:30 pm` or `8 pm`; undefined if it is not a time. */
export function readTime(text: string): string | undefined {
  const [, hour = '', minute, half] = /^(\d{1,2})(?:[:.](\d{2}))?\s*([ap]m)?$/i.exec(text.trim()) ?? []
  const [hours, minutes] = [Number(hour), Number(minute ?? 0)]
  if (hour === '' || minutes > 59) return undefined
  if (half === undefined ? minute === undefined || hours > 23 : hours < 1 || hours > 12) return undefined
  const after = half?.toLowerCase() === 'pm' ? 12 : 0
  const ofDay = half === undefined ? hours : (hours % 12) + after
  return `${String(ofDay).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/**
 * Describes a report's state: its next time in its owner's time zone, or why it has none; if its view is gone, what to
 * do.
 */
export function describeReportState({ isActive, stopped, problem, due }: Report): string {
  if (problem !== '')
    return `${isActive ? 'cannot be sent' : 'off'}: ${problem}. Choose another view for it, or delete it`
  if (isActive) return `next ${due.slice(0, 16).replace('T', ' ')}`
  return stopped === '' ? 'off' : `stopped: ${stopped}`
}

function toReport(row: Wire): Report {
  const last: Wire | undefined = row['last'] === null || row['last'] === undefined ? undefined : Object(row['last'])
  return {
    id: textOf(row['id']),
    name: textOf(row['name']),
    period: reportPeriods.find((period) => period === row['period']),
    viewId: typeof row['view_id'] === 'string' ? toId<SpaceViewId>(row['view_id']) : undefined,
    spaceId: typeof row['space_id'] === 'string' ? toId<SpaceId>(row['space_id']) : undefined,
    days: Array.isArray(row['days']) ? row['days'].map(Number) : [],
    atTime: textOf(row['at_time']),
    url: textOf(row['url']),
    form: webhookForms.find((form) => form === row['form']) ?? 'standard',
    isActive: row['is_active'] === true,
    isSigned: row['is_signed'] === true,
    stopped: textOf(row['stopped']),
    problem: textOf(row['problem']),
    due: textOf(row['due']),
    last: last === undefined ? undefined : toRun(last),
  }
}

function toRun(row: Wire): ReportRun {
  const { state } = row
  return {
    due: textOf(row['due']),
    state: state === 'sent' || state === 'failed' ? state : 'waiting',
    problem: textOf(row['problem']),
  }
}
