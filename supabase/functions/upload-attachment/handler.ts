import * as v from 'valibot'
import { resolveContentType, storedTypeOf } from '#core/revisions/media-kind.ts'
import type { FunctionHandler } from '../_shared/context.ts'
import { makeEndpoint } from '../_shared/endpoint.ts'
import { readBody, uuid } from '../_shared/input.ts'
import { callProcedure } from '../_shared/postgrest.ts'
import { makeSigner } from '../_shared/make-signer.ts'
import type { Signer } from '../_shared/signer.ts'

const file = v.object({
  id: v.optional(uuid('id')),
  filename: v.pipe(
    v.string('filename must be text'),
    v.minLength(1, 'filename is missing'),
    v.maxLength(255, 'filename is too long'),
  ),
  content_type: v.pipe(v.string('content_type must be text'), v.minLength(3, 'content_type is missing')),
  size_bytes: v.pipe(
    v.number('size_bytes must be a number'),
    v.safeInteger('size_bytes must be a whole number'),
    v.minValue(0, 'size_bytes must be 0 or more'),
  ),
  // The server skips bytes it already has.
  sha256: v.optional(
    v.pipe(v.string('sha256 must be text'), v.regex(/^[0-9a-f]{64}$/, 'sha256 must be 64 hexadecimal digits')),
  ),
})

const body = v.object({
  files: v.pipe(
    v.array(file, 'files must be a list'),
    v.minLength(1, 'files is empty'),
    v.maxLength(100, 'files holds more than 100'),
  ),
  // Requests addresses to POST to with the caller's own token, which need no signature each.
  with_own_token: v.optional(v.boolean('with_own_token must be true or false')),
  studio_id: v.nullish(uuid('studio_id')),
  project_id: v.nullish(uuid('project_id')),
  comment_id: v.nullish(uuid('comment_id')),
  task_id: v.nullish(uuid('task_id')),
  version_id: v.nullish(uuid('version_id')),
})

type Slot = {
  id: string
  filename: string
  content_type: string
  size_bytes: number
  r2_key: string
  is_stored: boolean
}

/** Registers files: a media row and an address to send the bytes to for each, in order. */
export const handler: FunctionHandler = makeEndpoint({
  name: 'upload-attachment',
  method: 'POST',
  callsPerMinute: 120,
  async answer(call) {
    const { files, with_own_token: isOwn = false, ...target } = await readBody(call.request, body)
    const slots = await callProcedure<Slot[]>(call, 'register_uploads', {
      p_files: files,
      p_studio_id: target.studio_id,
      p_project_id: target.project_id,
      p_comment_id: target.comment_id,
      p_task_id: target.task_id,
      p_version_id: target.version_id,
    })
    const signer = makeSigner(call)
    return { uploads: await Promise.all(slots.map((slot) => toUpload(slot, signer, isOwn))) }
  },
})

/** A file whose bytes have arrived, as on a repeat, gets no upload address. */
async function toUpload({ is_stored: isStored, ...slot }: Slot, signer: Signer, isOwn: boolean) {
  const open = isOwn && !isStored ? signer.findUpload?.(slot.r2_key) : undefined
  const signed = isStored || open !== undefined ? undefined : await signer.signUpload(slot.r2_key)
  const { downloadUrl, resumableUrl } = open ?? signed ?? {}
  return {
    ...slot,
    stored_type: storedTypeOf(resolveContentType(slot.content_type, slot.filename)),
    upload_url: signed?.uploadUrl ?? null,
    direct_url: open?.directUrl ?? null,
    download_url: downloadUrl ?? (await signer.signDownloads([slot.r2_key])).get(slot.r2_key) ?? null,
    resumable_url: resumableUrl ?? null,
    takes_parts: !isStored && signer.takesParts === true,
  }
}
