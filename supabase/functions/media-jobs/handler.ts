import * as v from 'valibot'
import { assertScheduler } from '../_shared/assert-scheduler.ts'
import type { Call } from '../_shared/call.ts'
import type { FunctionHandler } from '../_shared/context.ts'
import { makeOpenEndpoint } from '../_shared/endpoint.ts'
import { readBody, uuid } from '../_shared/input.ts'
import { makeSigner } from '../_shared/make-signer.ts'
import { callProcedure } from '../_shared/postgrest.ts'

/** How long a worker keeps a job without reporting. */
const leaseSeconds = 60

const held = { media_id: uuid('media_id'), lease: uuid('lease') }
const file = v.object({
  id: uuid('id'),
  filename: v.string('filename must be text'),
  content_type: v.string('content_type must be text'),
  size_bytes: v.pipe(v.number('size_bytes must be a number'), v.safeInteger('size_bytes must be a whole number')),
})
const body = v.variant('action', [
  v.object({ action: v.literal('claim'), worker: v.string('worker must be text') }),
  v.object({ action: v.literal('report'), ...held, percent: v.pipe(v.number(), v.integer()) }),
  v.object({ action: v.literal('files'), ...held, files: v.pipe(v.array(file), v.maxLength(4)) }),
  v.object({
    action: v.literal('finish'),
    ...held,
    details: v.record(v.string(), v.unknown()),
    is_done: v.optional(v.boolean()),
  }),
  v.object({
    action: v.literal('fail'),
    ...held,
    problem: v.string('problem must be text'),
    is_final: v.optional(v.boolean()),
  }),
])

type Frame = { r2_key: string; number: number }
type Job = { media_id: string; r2_key: string; frames: readonly Frame[] | null }
type Place = { id: string; r2_key: string }

/** The only endpoint of media workers: they never see the database, and hold a job only by its lease. */
export const handler: FunctionHandler = makeOpenEndpoint(async (request, context) => {
  await assertScheduler(request, context, 'MEDIA_WORKER_SECRET')
  const asked = await readBody(request, body)
  const call: Call = { request, context, token: context.serviceKey }
  if (asked.action === 'claim') return { job: await claim(call, asked.worker) }
  const own = { p_media_id: asked.media_id, p_lease: asked.lease }
  if (asked.action === 'files')
    return {
      uploads: await place(call, await callProcedure<Place[]>(call, 'add_previews', { ...own, p_files: asked.files })),
    }
  if (asked.action === 'report')
    await callProcedure(call, 'report_media_job', { ...own, p_percent: asked.percent, p_lease_seconds: leaseSeconds })
  else if (asked.action === 'finish')
    await callProcedure(call, 'finish_media_job', {
      ...own,
      p_details: asked.details,
      p_is_done: asked.is_done ?? true,
    })
  else await callProcedure(call, 'fail_media_job', { ...own, p_problem: asked.problem, p_is_final: asked.is_final })
  return {}
})

async function claim(call: Call, worker: string) {
  const args = { p_worker: worker, p_lease_seconds: leaseSeconds }
  const job = await callProcedure<Job | null>(call, 'claim_media_job', args)
  if (job === null) return null
  const { r2_key: key, frames, ...told } = job
  const urls = await makeSigner(call).signDownloads([...new Set([key, ...(frames ?? []).map((frame) => frame.r2_key)])])
  return {
    ...told,
    download_url: urls.get(key) ?? null,
    frames: frames?.map(({ r2_key: place, number }) => ({ url: urls.get(place) ?? null, number })) ?? null,
  }
}

async function place(call: Call, places: readonly Place[]) {
  const signer = makeSigner(call)
  return await Promise.all(
    places.map(async ({ id, r2_key: key }) => ({ id, upload_url: (await signer.signUpload(key))?.uploadUrl ?? null })),
  )
}
