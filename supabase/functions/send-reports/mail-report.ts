import { createTransport } from 'nodemailer'
import type { FunctionContext } from '../_shared/context.ts'
import { toProblem } from '../deliver-notifications/notice.ts'
import { type ClaimedReport, messageIdOf, type ReportSheet } from './to-sheet.ts'

const timeoutMs = 15_000

/** Mails a report to its owner as a CSV file; returns why it could not, else undefined. */
export async function mailReport(
  report: ClaimedReport,
  { fileName, csv, summary }: ReportSheet,
  { env }: FunctionContext,
): Promise<string | undefined> {
  const { SMTP_URL: url, MAIL_FROM: from } = env
  if (!url || !from) return 'This installation sends no mail'
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  const greeting = report.person === '' ? 'Hello,' : `Hello ${report.person},`
  const why = 'You get this because you set the report up in Xsheet. Stop it in the studio’s settings, under Reports.'
  try {
    await transport.sendMail({
      from,
      to: { name: report.person, address: report.email },
      // The same id for a retry: mail programs show it once.
      messageId: `<${messageIdOf(report)}@xsheet>`,
      subject: summary,
      text: [greeting, '', summary, '', '-- ', why, ''].join('\n'),
      // With a byte order mark, which spreadsheets need.
      attachments: [{ filename: fileName, content: `\uFEFF${csv}`, contentType: 'text/csv; charset=utf-8' }],
      // RFC 3834: no automatic replies.
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    return undefined
  } catch (error) {
    return toProblem(error)
  } finally {
    transport.close()
  }
}
