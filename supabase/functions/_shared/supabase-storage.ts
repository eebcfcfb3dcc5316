import type { Call } from './call.ts'
import { Failure } from './failure.ts'
import { type Signer, signedSeconds, toPath } from './signer.ts'

const bucket = 'media'

/** Asks Supabase Storage as the caller, so that its row rules decide once more. */
export function makeSupabaseSigner({ context, token }: Call): Signer {
  const root = `${context.supabaseUrl}/storage/v1`

  async function ask(path: string, body: unknown): Promise<unknown> {
    const response = await fetch(`${root}${path}`, {
      method: 'POST',
      headers: { apikey: context.publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.ok) return response.json()
    await response.body?.cancel()
    if (response.status >= 500)
      throw new Failure({ status: 502, code: 'storage_unavailable', message: 'The storage did not answer' })
    throw new Failure({ status: 403, code: 'upload_refused', message: 'The storage refused the file' })
  }

  return {
    async signUpload(key) {
      // The shape of Supabase Storage's own answers.
      const { url } = (await ask(`/object/upload/sign/${bucket}/${toPath(key)}`, {})) as { url: string }
      // A signed download needs the bytes to be there; this one takes the caller's token instead.
      return { uploadUrl: `${root}${url}`, downloadUrl: `${root}/object/authenticated/${bucket}/${toPath(key)}` }
    },
    async signDownloads(keys) {
      const body = { expiresIn: signedSeconds, paths: keys }
      const answers = (await ask(`/object/sign/${bucket}`, body)) as { path: string; signedURL: string | null }[]
      return new Map(
        answers.flatMap(({ path, signedURL }) => (signedURL ? [[path, `${root}${signedURL}`] as const] : [])),
      )
    },
  }
}
