import type { UploadWatch } from './ports.ts'

/** Sends bytes with these headers, reporting progress if the platform can. */
export type PutBytes = (request: {
  readonly method: 'PUT' | 'POST' | 'PATCH'
  readonly url: string
  readonly body: Blob
  readonly headers: Readonly<Record<string, string>>
  readonly watch: UploadWatch
}) => Promise<Response>
