import * as v from 'valibot'
import type { FunctionHandler } from '../_shared/context.ts'
import { signMedia } from '../_shared/attachments.ts'
import { makeEndpoint } from '../_shared/endpoint.ts'
import { readBody, uuid } from '../_shared/input.ts'

const body = v.object({
  media_ids: v.pipe(
    v.array(uuid('media_ids'), 'media_ids must be a list'),
    v.maxLength(500, 'media_ids holds more than 500'),
  ),
})

/** Returns the URLs of many files for the next hour. Unknown files, and those whose bytes are missing, are left out. */
export const handler: FunctionHandler = makeEndpoint({
  name: 'get-attachment-urls',
  method: 'POST',
  callsPerMinute: 300,
  async answer(call) {
    const { media_ids: ids } = await readBody(call.request, body)
    return { urls: await signMedia(call, ids) }
  },
})
