import { expect, test, vi } from 'vitest'
import { handler } from './handler.ts'

const context = {
  supabaseUrl: 'http://project',
  publishableKey: 'publishable',
  serviceKey: 'secret',
  env: {},
  now: () => new Date(),
}
const id = '9b4f6a51-5a1c-4c56-8f2d-2c6a3c1f0a11'
const file = { id, filename: 'film.mp4', content_type: 'video/mp4', size_bytes: 4 }

/** A project whose storage refuses to sign a file of which somebody else's bytes arrive while it is asked, or of nobody's. */
function aProject({ arrives }: { arrives: boolean }): void {
  let isStored = false
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith('/count_function_call')) return Response.json({ calls: 1, reset_seconds: 60 })
    if (address.endsWith('/register_uploads'))
      return Response.json([{ ...file, r2_key: 'studio/film.mp4', is_stored: isStored }])
    if (address.includes('/upload/sign/')) {
      isStored = arrives
      return Response.json({ statusCode: '403', error: 'Unauthorized' }, { status: 400 })
    }
    return Response.json([{ path: 'studio/film.mp4', signedURL: '/object/sign/media/studio/film.mp4?token=x' }])
  })
}

async function ask(): Promise<{ status: number; body: unknown }> {
  const headers = { authorization: 'Bearer session', 'content-type': 'application/json' }
  const body = JSON.stringify({ files: [file], studio_id: id })
  const request = new Request('http://project/functions/v1/upload-attachment', { method: 'POST', headers, body })
  const response = await handler(request, context)
  return { status: response.status, body: await response.json() }
}

test('a file that arrives from somebody else while it is asked for has nowhere to be sent any more', async () => {
  aProject({ arrives: true })

  const uploads = [expect.objectContaining({ id, upload_url: null, download_url: expect.stringContaining('sign') })]
  expect(await ask()).toEqual({ status: 200, body: { uploads } })
})

test('one that the storage refuses, and that has not arrived, is refused', async () => {
  aProject({ arrives: false })

  expect(await ask()).toMatchObject({ status: 403, body: { code: 'upload_refused' } })
})
