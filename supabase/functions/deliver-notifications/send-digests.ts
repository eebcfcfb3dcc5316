import { createTransport } from 'nodemailer'
import type { FunctionContext } from '../_shared/context.ts'
import { callProcedure } from '../_shared/postgrest.ts'
import { toProblem } from './notice.ts'
import { type Digest, toMail } from './digest-mail.ts'

type Sent = { sent: number; later: number; problems: string[] }

const batchSize = 20
// The limit of one call; the next one continues.
const maxBatches = 10
const timeoutMs = 15_000

/** Mails the digests that are due and reports problems; null if SMTP_URL and MAIL_FROM are not configured. */
export async function sendDigests(context: FunctionContext): Promise<Sent | null> {
  const { SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL: appUrl = '' } = context.env
  if (!url || !from) return null
  const call = { context, token: context.serviceKey }
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  const sent: Sent = { sent: 0, later: 0, problems: [] }
  try {
    for (let batch = 0; batch < maxBatches; batch += 1) {
      const digests = await callProcedure<Digest[]>(call, 'claim_digests', { p_limit: batchSize })
      if (digests.length === 0) break
      for (const digest of digests) {
        const stopUrl = `${context.publicUrl ?? context.supabaseUrl}/functions/v1/stop-digest?token=${digest.stop_token}`
        const mail = toMail(digest, appUrl.replace(/\/+$/, ''))
        try {
          await transport.sendMail({
            ...mail,
            from,
            to: { name: digest.name, address: digest.email },
            ...toHeaders(stopUrl),
          })
        } catch (error) {
          sent.later += 1
          sent.problems.push(toProblem(error))
          continue
        }
        const { user_id, day, until } = digest
        await callProcedure(call, 'settle_digest', { p_user_id: user_id, p_day: day, p_until: until })
        sent.sent += 1
      }
    }
  } finally {
    transport.close()
  }
  return sent
}

/** RFC 8058: mail programs end the digests by a POST, without opening a page. RFC 3834: no automatic replies. */
function toHeaders(stopUrl: string): object {
  return {
    list: { unsubscribe: stopUrl },
    headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click', 'Auto-Submitted': 'auto-generated' },
  }
}
