import type { PreparedFile } from '#core/sync/uploads/ports.ts'

/** What the worker is asked: everything about one file, which it is started for. Of a stored one only its looks. */
export type PrepareRequest = { readonly baseName: string } & (
  | { readonly body: Blob; readonly contentType: string }
  | { readonly url: string; readonly mostBytes?: number | undefined }
)

/** What it answers: first the hash, then how large a picture is, then what else it could find out. */
export type PrepareAnswer =
  | { readonly kind: 'hash'; readonly sha256: string }
  /** Of a picture, before it is decoded. */
  | { readonly kind: 'size'; readonly width: number; readonly height: number }
  | { readonly kind: 'looks'; readonly looks: Omit<PreparedFile, 'sha256'> }
  | { readonly kind: 'failed'; readonly message: string }

/** Else it is asked for a film's proxy. */
export type ProxyRequest = { readonly film: Blob }

/** How far that is, and at last the proxy, where it could make one. */
export type ProxyAnswer =
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'proxy'; readonly proxy: Blob | undefined }
