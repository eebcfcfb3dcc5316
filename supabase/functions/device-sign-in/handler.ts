import * as v from 'valibot'
import type { FunctionHandler } from '../_shared/context.ts'
import { findCallerAddress, toNetwork } from '../_shared/caller-network.ts'
import { makeOpenEndpoint } from '../_shared/endpoint.ts'
import { Failure } from '../_shared/failure.ts'
import { readBody } from '../_shared/input.ts'
import { callProcedure } from '../_shared/postgrest.ts'

const body = v.object({
  client_name: v.optional(v.pipe(v.string(), v.maxLength(200))),
  device_code: v.optional(v.pipe(v.string(), v.maxLength(200))),
})

type Poll =
  | { state: 'pending' | 'slow_down' | 'denied' | 'expired' }
  | { state: 'approved'; token: string; name: string; expires_at: string }

/** The refusals of RFC 8628, section 3.5, with what they mean. */
const refusals = {
  pending: ['authorization_pending', 'Nobody has approved this machine yet'],
  slow_down: ['slow_down', 'Ask less often'],
  denied: ['access_denied', 'This sign-in was denied'],
  expired: ['expired_token', 'The code has expired'],
} as const

/** Without a device code, a machine's request to sign in; with one, its state: the access token, once. */
export const handler: FunctionHandler = makeOpenEndpoint(async (request, context) => {
  const { client_name: clientName, device_code: deviceCode } = await readBody(request, body)
  const service = { context, token: context.serviceKey }
  if (deviceCode === undefined)
    return callProcedure(service, 'start_device_sign_in', {
      p_client_name: clientName ?? null,
      p_asked_from: toNetwork(context.callerAddress ?? findCallerAddress(request)),
    })
  const poll = await callProcedure<Poll>(service, 'poll_device_sign_in', { p_device_code: deviceCode })
  if (poll.state === 'approved') return { token: poll.token, name: poll.name, expires_at: poll.expires_at }
  const [code, message] = refusals[poll.state]
  throw new Failure({ status: 400, code, message })
})
