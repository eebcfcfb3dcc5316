import { toDaysText, type Report } from '#core/reports/manage-reports.ts'

/** Converts a report to the row that is printed. */
export function toReportRow({
  id,
  name,
  period,
  viewId,
  days,
  atTime,
  url,
  form,
  isActive,
  stopped,
  problem,
  due,
  last,
}: Report) {
  return {
    id,
    name,
    of: period ?? 'view',
    view: viewId ?? null,
    on: toDaysText(days),
    at: atTime,
    to: url === '' ? 'mail' : url,
    form,
    state: isActive ? (problem === '' ? 'on' : `broken: ${problem}`) : stopped === '' ? 'off' : `stopped: ${stopped}`,
    next: isActive ? due.slice(0, 16).replace('T', ' ') : null,
    last: last === undefined ? null : [last.state, last.problem].filter(Boolean).join(': '),
  }
}
