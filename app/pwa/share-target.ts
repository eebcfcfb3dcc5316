import { SHARE_CACHE, sharedFileUrl } from '#app/lib/shared-files.ts'

/** Stores what was shared and redirects to the screen that asks which task it belongs to. */
export async function receiveShare(request: Request): Promise<Response> {
  const form = await request.formData()
  const files = form.getAll('files').filter((entry): entry is File => entry instanceof File)
  const cache = await caches.open(SHARE_CACHE)
  await Promise.all(
    files.map((file) =>
      cache.put(
        sharedFileUrl(crypto.randomUUID(), file.name),
        new Response(file, { headers: { 'content-type': file.type } }),
      ),
    ),
  )
  return Response.redirect('/share', 303)
}
