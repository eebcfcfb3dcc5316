import type { Call } from '../_shared/call.ts'
import { callProcedure } from '../_shared/postgrest.ts'
import { postOutside } from '../deliver-events/post-outside.ts'
import { toChatText } from '../deliver-events/to-message.ts'
import { type ClaimedReport, messageIdOf, type ReportSheet } from './to-sheet.ts'

const timeoutMs = 10_000

/**
 * Posts a report: to a program as CSV, signed like webhooks if it has a secret; to a chat tool as one line of text.
 * Returns why it was not delivered, else undefined.
 */
export async function postReport(
  report: ClaimedReport,
  { fileName, csv, summary }: ReportSheet,
  call: Pick<Call, 'context' | 'token'>,
): Promise<string | undefined> {
  const { form, schedule_id } = report
  const isSheet = form === 'standard'
  const id = messageIdOf(report)
  // The secret stays in the database.
  const signature = isSheet
    ? await callProcedure<Record<string, string> | null | undefined>(call, 'sign_report', {
        p_schedule_id: schedule_id,
        p_id: id,
        p_body: csv,
      })
    : undefined
  const { status, answer } = await postOutside({
    url: report.url,
    body: isSheet ? csv : toChatText(form, summary, ''),
    headers: {
      'user-agent': 'Xsheet',
      'webhook-id': id,
      ...signature,
      'content-type': isSheet ? 'text/csv; charset=utf-8' : 'application/json',
      ...(isSheet && { 'content-disposition': `attachment; filename="${fileName}"` }),
    },
    mayReachInside: call.context.env['WEBHOOKS_REACH_INSIDE'] === '1',
    timeoutMs,
  })
  if (status !== undefined && status >= 200 && status < 300) return undefined
  return `${status ?? 'No answer'}: ${answer.slice(0, 200)}`
}
