import type { Call } from './call.ts'
import { Failure } from './failure.ts'
import { type OpenUpload, type Signer, signedSeconds, toPath } from './signer.ts'

const bucket = 'media'
const thereAlready = { status: 409, code: 'there_already', message: 'The file already exists' }
const refused = { status: 403, code: 'upload_refused', message: 'The storage refused the file' }
const unavailable = { status: 502, code: 'storage_unavailable', message: 'The storage did not answer' }

/** Makes a signer that calls Supabase Storage as the caller, so that its row rules apply too. */
export function makeSupabaseSigner({ context, token }: Call): Signer {
  const root = `${context.supabaseUrl}/storage/v1`
  // A key that bypasses row rules is only accepted as both apikey and token.
  const apikey = token === context.serviceKey ? token : context.publishableKey
  const shown = `${context.publicUrl ?? context.supabaseUrl}/storage/v1`

  async function ask(path: string, body: unknown): Promise<unknown> {
    const response = await fetch(`${root}${path}`, {
      method: 'POST',
      headers: { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.ok) return response.json()
    // Storage gives the kind of a refusal in its body, whatever the response's status.
    const refusal = (await response.json().catch(() => ({}))) as { statusCode?: string }
    if (response.status === 409 || refusal.statusCode === '409') throw new Failure(thereAlready)
    if (response.status >= 500) throw new Failure(unavailable)
    throw new Failure(refused)
  }

  function findUpload(key: string): OpenUpload {
    return {
      directUrl: `${shown}/object/${bucket}/${toPath(key)}`,
      // A signed download requires the bytes to exist; this one takes the caller's token instead.
      downloadUrl: `${shown}/object/authenticated/${bucket}/${toPath(key)}`,
      resumableUrl: `${shown}/upload/resumable`,
    }
  }

  async function signDownloads(keys: readonly string[]): Promise<Map<string, string>> {
    const body = { expiresIn: signedSeconds, paths: keys }
    const answers = (await ask(`/object/sign/${bucket}`, body)) as { path: string; signedURL: string | null }[]
    return new Map(
      answers.flatMap(({ path, signedURL }) => (signedURL ? [[path, `${shown}${signedURL}`] as const] : [])),
    )
  }

  /**
   * Whether a refusal only means that the bytes are there: another upload of the same was quicker, and a row rule lets
   * nobody write to a file that has arrived.
   */
  async function isThere(key: string, { code }: Failure): Promise<boolean> {
    return code === thereAlready.code || (code === refused.code && (await signDownloads([key])).has(key))
  }

  return {
    async signUpload(key) {
      const answer = await ask(`/object/upload/sign/${bucket}/${toPath(key)}`, {}).catch(async (cause: unknown) => {
        if (cause instanceof Failure && (await isThere(key, cause))) return undefined
        throw cause
      })
      if (answer === undefined) return undefined
      // The shape of Supabase Storage's own answers.
      const { url } = answer as { url: string }
      const { downloadUrl, resumableUrl } = findUpload(key)
      return { uploadUrl: `${shown}${url}`, downloadUrl, resumableUrl }
    },
    findUpload,
    signDownloads,
    async remove(keys) {
      const headers = { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ prefixes: keys })
      const response = await fetch(`${root}/object/${bucket}`, { method: 'DELETE', headers, body })
      if (!response.ok) throw new Failure(unavailable)
    },
  }
}
