import { AppError } from '#core/lib/errors.ts'
import { toId, type SpaceId, type SpaceViewId, type StudioId } from '#core/lib/ids.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { toNewSecret, webhookForms, type NewSecret, type WebhookForm } from '#core/webhooks/manage-webhooks.ts'

/** What the timesheet of a report is of: the last whole day, week or month. */
export const reportPeriods = ['day', 'week', 'month'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

/** A timesheet or a saved view that is sent by itself, with what its owner may see then. */
export type Report = {
  readonly id: string
  readonly name: string
  /** Of a timesheet; absent where it is of a saved view. */
  readonly period: ReportPeriod | undefined
  /** The view it is of, which may be gone, and the space that had it; absent where it is of a timesheet. */
  readonly viewId: SpaceViewId | undefined
  readonly spaceId: SpaceId | undefined
  /** 1 for Monday to 7 for Sunday. */
  readonly days: readonly number[]
  /** By its owner's clock, such as `08:30`. */
  readonly atTime: string
  /** Where it is posted; empty where it is mailed to its owner. */
  readonly url: string
  readonly form: WebhookForm
  readonly isActive: boolean
  /** Whether it has a secret that its CSV is signed with where it is posted. */
  readonly isSigned: boolean
  /** Why the database turned it off; empty where it did not. */
  readonly stopped: string
  /** Why it cannot be sent as it is, such as a view that was deleted; empty where it can. */
  readonly problem: string
  /** What its owner's clock shows when it is sent next, in ISO form without a zone. */
  readonly due: string
  readonly last: ReportRun | undefined
}

/** What somebody says of a report. */
export type NewReport = Omit<Report, 'spaceId' | 'isSigned' | 'stopped' | 'problem' | 'due' | 'last'>

/** What became of a report at one of its times. */
export type ReportRun = {
  readonly due: string
  readonly state: 'waiting' | 'sent' | 'failed'
  readonly problem: string
}

type Asks = { readonly gateway: Pick<Gateway, 'call'> }
type Wire = Readonly<Record<string, unknown>>

/** The caller's reports in a studio, by name. Fails with an `AppError`. */
export async function listReports(studioId: StudioId, { gateway }: Asks): Promise<readonly Report[]> {
  const answer = await gateway.call('list_reports', { p_studio_id: studioId })
  if (!Array.isArray(answer)) throw new AppError('unexpected', 'The server’s answer is not a list.')
  return answer.map((row: unknown) => toReport(Object(row)))
}

/**
 * Makes or changes a report of the caller. One without an address is refused where the installation sends no mail. Fails
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
 * Gives a report another secret, which is shown once; where it had one, that stays valid for a day, or ends at once. Fails with
 * an `AppError`.
 */
export async function renewReportSecret(
  { id, isAtOnce }: { readonly id: string; readonly isAtOnce: boolean },
  { gateway }: Asks,
): Promise<NewSecret> {
  return toNewSecret(await gateway.call('renew_report_secret', { p_id: id, p_is_at_once: isAtOnce }))
}

/** Whether a report is signed where it goes: what is posted to a program is, neither mails nor chats are. */
export function canBeSigned({ url, form }: Pick<Report, 'url' | 'form'>): boolean {
  return url !== '' && form === 'standard'
}

/** Ends a report. Fails with an `AppError`. */
export async function deleteReport(id: string, { gateway }: Asks): Promise<void> {
  await gateway.call('delete_report', { p_id: id })
}

/** Sends a report now, besides its times. Fails with an `AppError`. */
export async function sendReport(id: string, { gateway }: Asks): Promise<void> {
  await gateway.call('send_report', { p_id: id })
}

const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** Days as they are written: `daily`, `weekdays` or `mon,thu`. */
export function toDaysText(days: readonly number[]): string {
  const text = days.join('')
  if (text === '1234567') return 'daily'
  if (text === '12345') return 'weekdays'
  return days.map((day) => dayNames[day - 1] ?? '').join(',')
}

const wholeNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/**
 * Days out of a text as `toDaysText` writes it, with whole names and stretches such as `mon-fri` too; undefined where a word is
 * none.
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
    // From Friday to Monday is over the weekend.
    return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, at) => ((first - 1 + at) % 7) + 1)
  })
  return days.length === 0 || days.includes(0) ? undefined : [...new Set(days)].toSorted((one, other) => one - other)
}

/** 1 for `mon`, `monday` and what lies between; 0 for what is no day. */
function readDay(word: string): number {
  return word.length < 3 ? 0 : wholeNames.findIndex((name) => name.startsWith(word)) + 1
}

/** A time of day as `HH:MM`, out of `8:30`, `08.30`, `8:30 pm` or `8 pm`; undefined where it is none. */
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
 * What a report waits for: its next time, or why it has none; one whose view is gone says how it goes on. By its owner's clock.
 */
export function sayState({ isActive, stopped, problem, due }: Report): string {
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

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
