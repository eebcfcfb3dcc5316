import * as v from 'valibot'
import { assertScheduler } from '../_shared/assert-scheduler.ts'
import type { FunctionHandler } from '../_shared/context.ts'
import { makeOpenEndpoint } from '../_shared/endpoint.ts'
import { readBody } from '../_shared/input.ts'
import { sendDigests } from './send-digests.ts'
import { sendPushes } from './send-pushes.ts'

const body = v.object({ only: v.optional(v.picklist(['push', 'digests'])) })

/**
 * Sends what is due, for the schedule: web push if VAPID keys are configured, digests if SMTP is. Returns {push: {sent,
 * gone, later, problems} | null, digests: {sent, later, problems} | null}, null for what is not configured or was not
 * requested.
 */
export const handler: FunctionHandler = makeOpenEndpoint(async (request, context) => {
  await assertScheduler(request, context)
  const { only } = await readBody(request, body)
  return {
    push: only === 'digests' ? null : await sendPushes(context),
    digests: only === 'push' ? null : await sendDigests(context),
  }
})
