import * as v from 'valibot'
import { pieceBytes } from '#core/revisions/upload-retries.ts'
import { storedTypeOf } from '#core/revisions/media-kind.ts'
import type { FunctionHandler } from '../_shared/context.ts'
import { makeEndpoint } from '../_shared/endpoint.ts'
import { Failure } from '../_shared/failure.ts'
import { readBody, uuid } from '../_shared/input.ts'
import { callProcedure } from '../_shared/postgrest.ts'
import { type BucketParts, openParts, type StoredPart } from '../_shared/s3-parts.ts'

const body = v.object({
  media_id: uuid('media_id'),
  upload_id: v.optional(v.pipe(v.string('upload_id must be text'), v.maxLength(2048, 'upload_id is too long'))),
  give_up: v.optional(v.boolean('give_up must be true or false')),
})

type File = { r2_key: string; content_type: string; size_bytes: number; is_stored: boolean }

type Answer = {
  upload_id: string | null
  part_bytes: number | null
  sent_bytes: number | null
  parts: { number: number; url: string }[]
  is_whole: boolean
}
/** The file has to be sent in one piece. */
const noParts: Answer = { upload_id: null, part_bytes: null, sent_bytes: null, parts: [], is_whole: false }
const wholeFile: Answer = { ...noParts, is_whole: true }

/** URLs signed in one response: more would expire before a slow connection had used them. */
const partsPerAnswer = 100
/** S3's own limit. */
const mostParts = 10_000

/**
 * Uploads a large file to a bucket part by part. Each call returns the missing parts; the one that finds none missing
 * joins them. It can be called again from anywhere: only the bucket knows how much has arrived.
 */
export const handler: FunctionHandler = makeEndpoint({
  name: 'upload-parts',
  method: 'POST',
  callsPerMinute: 600,
  async answer(call) {
    const { media_id: mediaId, upload_id: uploadId, give_up: isGivenUp = false } = await readBody(call.request, body)
    const file = await callProcedure<File>(call, 'find_upload', { p_media_id: mediaId })
    const parts = openParts(call.context.env, file.r2_key)
    if (parts === undefined) return noParts
    return await answerWith(parts, file, { uploadId, isGivenUp }).catch((cause: unknown) => {
      if (cause instanceof Failure && cause.code === 'no_parts') return noParts
      throw cause
    })
  },
})

type Asked = { uploadId: string | undefined; isGivenUp: boolean }

async function answerWith(parts: BucketParts, file: File, { uploadId, isGivenUp }: Asked): Promise<Answer> {
  if (isGivenUp && uploadId !== undefined) await parts.drop(uploadId)
  if (file.is_stored || isGivenUp) return { ...noParts, is_whole: file.is_stored }
  const sent = uploadId === undefined ? undefined : await parts.list(uploadId)
  if (uploadId === undefined || sent === undefined) return await begin(parts, file, uploadId !== undefined)
  return await answerMissing(parts, file, { uploadId, sent })
}

/**
 * An upload that `wasBegun` and is no longer known was either joined, with only the response lost, or cleared away by
 * the bucket.
 */
async function begin(parts: BucketParts, file: File, wasBegun: boolean): Promise<Answer> {
  if (wasBegun && (await parts.measure()) === file.size_bytes) return wholeFile
  const uploadId = await parts.begin(storedTypeOf(file.content_type))
  return await answerMissing(parts, file, { uploadId, sent: [] })
}

type Upload = { uploadId: string; sent: readonly StoredPart[] }

async function answerMissing(parts: BucketParts, file: File, { uploadId, sent }: Upload): Promise<Answer> {
  const { size_bytes: size } = file
  const partBytes = Math.max(pieceBytes, Math.ceil(size / mostParts))
  const numbers = Array.from({ length: Math.max(1, Math.ceil(size / partBytes)) }, (_, index) => index + 1)
  const lengthOf = (number: number): number => Math.min(partBytes, size - (number - 1) * partBytes)
  const there = new Map(sent.map((part) => [part.number, part]))
  const missing = numbers.filter((number) => there.get(number)?.size !== lengthOf(number))
  if (missing.length === 0) {
    const whole = sent.filter(({ number }) => number <= numbers.length)
    return (await parts.finish(uploadId, whole)) ? wholeFile : await begin(parts, file, true)
  }
  return {
    upload_id: uploadId,
    part_bytes: partBytes,
    sent_bytes: size - missing.reduce((sum, number) => sum + lengthOf(number), 0),
    parts: await Promise.all(
      missing.slice(0, partsPerAnswer).map(async (number) => ({ number, url: await parts.sign(uploadId, number) })),
    ),
    is_whole: false,
  }
}
