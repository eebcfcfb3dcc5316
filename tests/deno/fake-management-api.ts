import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A function as the Supabase CLI deploys it: its metadata, and its files by path. */
export type SentFunction = {
  metadata: { name: string; entrypoint_path: string; import_map_path?: string; verify_jwt?: boolean }
  files: Map<string, string>
}

/** The hosted service's Management API, as far as `supabase functions deploy` uses it. */
export async function startFakeManagementApi() {
  const sent: SentFunction[] = []

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer) // a request without an encoding gives buffers
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const isDeploy = request.method === 'POST' && pathname.endsWith('/functions/deploy')
    if (isDeploy) sent.push(await toFunction(request.headers['content-type'] ?? '', Buffer.concat(pieces)))
    const slug = searchParams.get('slug') ?? ''
    const deployed = { id: crypto.randomUUID(), slug, name: slug, status: 'ACTIVE', version: 1 }
    const body = isDeploy
      ? { ...deployed, created_at: 1, updated_at: 1 }
      : request.method === 'GET'
        ? []
        : { functions: [] }
    response.writeHead(isDeploy ? 201 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server's address is of this type.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    sent,
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function toFunction(contentType: string, body: Buffer): Promise<SentFunction> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
  const files = new Map<string, string>()
  for (const file of form.getAll('file')) if (file instanceof File) files.set(file.name, await file.text())
  const metadata = form.get('metadata')
  const text = metadata instanceof File ? await metadata.text() : (metadata ?? '')
  // The Management API's documented shape.
  return { metadata: JSON.parse(text) as SentFunction['metadata'], files }
}
