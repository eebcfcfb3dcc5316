import { checkAttachment, sniffLength } from './media-kind.ts'
import type { Result } from '#core/lib/result.ts'

/** Returns the content type to store for a file, or why it cannot be attached. */
export async function checkBlob(fileName: string, body: Blob): Promise<Result<string>> {
  const head = new Uint8Array(await body.slice(0, sniffLength).arrayBuffer())
  return checkAttachment({ fileName, contentType: body.type, head })
}
