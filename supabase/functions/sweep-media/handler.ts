import { assertScheduler } from '../_shared/assert-scheduler.ts'
import type { FunctionHandler } from '../_shared/context.ts'
import { makeOpenEndpoint } from '../_shared/endpoint.ts'
import { makeSigner } from '../_shared/make-signer.ts'
import { callProcedure } from '../_shared/postgrest.ts'

type Swept = { studio_id: string | null; files: number }

/**
 * Removes files that nothing has shown for 90 days, studio after studio, then bytes that no file uses any more, and
 * events that studios no longer keep. Returns {files, objects, events}: how many of each. May end at any point, and
 * continues with the next call.
 */
export const handler: FunctionHandler = makeOpenEndpoint(async (request, context) => {
  await assertScheduler(request, context)
  const call = { request, context, token: context.serviceKey }
  const swept = { files: 0, objects: 0, events: await callProcedure<number>(call, 'prune_events', {}) }
  for (let after: string | null = null; ;) {
    const { studio_id, files }: Swept = await callProcedure<Swept>(call, 'sweep_media', { p_after_id: after })
    if (studio_id === null) break
    swept.files += files
    after = studio_id
  }
  const storage = makeSigner(call)
  for (;;) {
    const keys = await callProcedure<string[]>(call, 'list_discarded_objects', { p_limit: 100 })
    if (keys.length === 0) return swept
    await storage.remove(keys)
    swept.objects += await callProcedure<number>(call, 'forget_discarded_objects', { p_keys: keys })
  }
})
