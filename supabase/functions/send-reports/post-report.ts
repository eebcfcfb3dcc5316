import type { FunctionContext } from '../_shared/context.ts'
import { postOutside } from '../deliver-events/post-outside.ts'
import { toChatText } from '../deliver-events/to-message.ts'
import { type ClaimedReport, messageIdOf, toSheet } from './to-sheet.ts'

const timeoutMs = 10_000

/** Posts a report: to a program as CSV, to a chat tool as one line of words. Why it did not arrive, else undefined. */
export async function postReport(report: ClaimedReport, { env }: FunctionContext): Promise<string | undefined> {
  const { fileName, csv, summary } = toSheet(report)
  const { form } = report
  const isSheet = form === 'standard'
  const { status, answer } = await postOutside({
    url: report.url,
    body: isSheet ? csv : toChatText(form, summary, ''),
    headers: {
      'user-agent': 'Xsheet',
      'webhook-id': messageIdOf(report),
      'content-type': isSheet ? 'text/csv; charset=utf-8' : 'application/json',
      ...(isSheet && { 'content-disposition': `attachment; filename="${fileName}"` }),
    },
    mayReachInside: env['WEBHOOKS_REACH_INSIDE'] === '1',
    timeoutMs,
  })
  if (status !== undefined && status >= 200 && status < 300) return undefined
  return `${status ?? 'No answer'}: ${answer.slice(0, 200)}`
}
