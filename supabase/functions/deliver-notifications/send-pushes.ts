import webPush from 'web-push'
import type { FunctionContext } from '../_shared/context.ts'
import { callProcedure } from '../_shared/postgrest.ts'
import { excerptOf, type Notice, placeOf, shorten, titleOf, toProblem } from './notice.ts'

/** A push to one browser: the newest of its waiting notifications. */
type Push = Notice & {
  subscription_id: string
  endpoint: string
  p256dh: string
  auth: string
  /** How many notifications it stands for. */
  waiting: number
  /** How many notifications the person has not viewed in total. */
  unread: number
}
type Outcome = { outcome: 'sent' | 'gone' | 'later'; retry_seconds?: number; problem?: string }
type VapidDetails = { subject: string; publicKey: string; privateKey: string }
type Sent = { sent: number; gone: number; later: number; problems: string[] }

const batchSize = 50
// The limit of one call; the next one continues.
const maxBatches = 20
const timeToLiveSeconds = 24 * 60 * 60
const timeoutMs = 10_000
const maxUrlLength = 1500

/** The push services of existing browsers. A subscription's address is given by its owner: nothing else is called. */
const services = [
  /^fcm\.googleapis\.com$/,
  /(^|\.)push\.services\.mozilla\.com$/,
  /(^|\.)push\.apple\.com$/,
  /\.notify\.windows\.com$/,
]

/** Notifies browsers by web push (RFC 8030, 8291, 8292) and reports problems; null if no VAPID keys are configured. */
export async function sendPushes(context: FunctionContext): Promise<Sent | null> {
  const vapid = readVapid(context.env)
  if (vapid === undefined) return null
  const call = { context, token: context.serviceKey }
  const sent: Sent = { sent: 0, gone: 0, later: 0, problems: [] }
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const pushes = await callProcedure<Push[]>(call, 'claim_pushes', { p_limit: batchSize })
    if (pushes.length === 0) break
    const results = await Promise.all(pushes.map(async (push) => ({ push, ...(await send(push, vapid, context.env)) })))
    for (const { outcome, problem } of results) {
      sent[outcome] += 1
      if (problem !== undefined) sent.problems.push(problem)
    }
    await callProcedure(call, 'settle_pushes', {
      p_results: results.map(({ push, outcome, retry_seconds }) => ({
        subscription_id: push.subscription_id,
        recipient_id: push.recipient_id,
        waiting: push.waiting,
        outcome,
        retry_seconds,
      })),
    })
  }
  return sent
}

function readVapid(env: FunctionContext['env']): VapidDetails | undefined {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env
  return publicKey && privateKey && subject ? { publicKey, privateKey, subject } : undefined
}

async function send(push: Push, vapid: VapidDetails, env: FunctionContext['env']): Promise<Outcome> {
  if (!isPushService(push.endpoint, env['PUSH_SERVICES'])) {
    return { outcome: 'gone', problem: `${toOrigin(push.endpoint)} is not a push service listed in PUSH_SERVICES` }
  }
  try {
    const { endpoint, headers, body } = webPush.generateRequestDetails(
      { endpoint: push.endpoint, keys: { p256dh: push.p256dh, auth: push.auth } },
      JSON.stringify(toPayload(push)),
      // When sent again after a crash, it replaces the first if that was not delivered yet.
      { vapidDetails: vapid, TTL: timeToLiveSeconds, topic: push.recipient_id.replaceAll('-', '') },
    )
    const { 'Content-Length': _, ...rest } = headers
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
      body: new Uint8Array(body ?? []),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    return toOutcome(response)
  } catch (error) {
    return { outcome: 'later', problem: `${toOrigin(push.endpoint)}: ${toProblem(error)}` }
  }
}

/** What the service worker shows, well below the 4096 bytes that push services accept. */
function toPayload(push: Push): { title: string; body: string; url: string; count: number; tag: string } {
  const more = push.waiting > 1 ? `and ${push.waiting - 1} more` : ''
  const body = [placeOf(push), excerptOf(push)].filter(Boolean).map((line) => shorten(line, 160))
  return {
    title: shorten(titleOf(push), 100),
    body: [...body, more].filter(Boolean).join('\n'),
    url: push.url !== undefined && push.url.length <= maxUrlLength ? push.url : '/',
    count: push.unread,
    tag: push.recipient_id,
  }
}

function toOutcome(response: Response): Outcome {
  if (response.ok) return { outcome: 'sent' }
  if (response.status === 404 || response.status === 410) return { outcome: 'gone' }
  const seconds = Number(response.headers.get('retry-after'))
  return {
    outcome: 'later',
    problem: `${new URL(response.url).origin} answered ${response.status}`,
    ...(Number.isInteger(seconds) && seconds > 0 && { retry_seconds: Math.min(seconds, 86_400) }),
  }
}

/** Whether an address is a browser maker's push service, or at an origin named by the deployment. */
function isPushService(endpoint: string, more = ''): boolean {
  if (!URL.canParse(endpoint)) return false
  const { origin, protocol, hostname, port } = new URL(endpoint)
  if (more.split(/[\s,]+/).includes(origin)) return true
  return protocol === 'https:' && port === '' && services.some((service) => service.test(hostname))
}

function toOrigin(endpoint: string): string {
  return URL.canParse(endpoint) ? new URL(endpoint).origin : 'no address'
}
