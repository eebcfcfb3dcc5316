import * as v from 'valibot'
import type { FunctionHandler } from '../_shared/context.ts'
import { signMedia } from '../_shared/attachments.ts'
import { makeEndpoint } from '../_shared/endpoint.ts'
import { Failure } from '../_shared/failure.ts'
import { readBody, uuid } from '../_shared/input.ts'

/** Returns the URL of one file for the next hour, signed anew for each call. */
export const handler: FunctionHandler = makeEndpoint({
  name: 'get-attachment-url',
  method: 'POST',
  callsPerMinute: 600,
  async answer(call) {
    const { media_id: id } = await readBody(call.request, v.object({ media_id: uuid('media_id') }))
    const [found] = await signMedia(call, [id])
    if (found === undefined) throw new Failure({ status: 404, code: 'not_found', message: 'Media not found' })
    return { url: found.url }
  },
})
