import type { PreparedFile } from '#core/sync/uploads/ports.ts'

/** The request to the worker, which is started for one file: hash and examine it; a stored file is only examined. */
export type PrepareRequest = { readonly baseName: string } & (
  | { readonly body: Blob; readonly contentType: string }
  | { readonly url: string; readonly mostBytes?: number | undefined }
)

/** The worker's responses: first the hash, then the size of a picture, then whatever else it found. */
export type PrepareAnswer =
  | { readonly kind: 'hash'; readonly sha256: string }
  /** For a picture, before it is decoded. */
  | { readonly kind: 'size'; readonly width: number; readonly height: number }
  | { readonly kind: 'looks'; readonly looks: Omit<PreparedFile, 'sha256'> }
  | { readonly kind: 'failed'; readonly message: string }

/** The alternative request: make a film's proxy. */
export type ProxyRequest = { readonly film: Blob }

/** The progress of the proxy, and finally the proxy, if one could be made. */
export type ProxyAnswer =
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'proxy'; readonly proxy: Blob | undefined }
