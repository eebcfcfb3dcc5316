export type SignedUpload = { uploadUrl: string; downloadUrl: string; resumableUrl?: string }

/** Where callers POST a file's bytes with their own token. */
export type OpenUpload = { directUrl: string; downloadUrl: string; resumableUrl: string }

/** Signs URLs of files for a limited time. Keys are paths in the private bucket. */
export interface Signer {
  /** Whether large files may be sent in parts by the function `upload-parts`. */
  readonly takesParts?: boolean
  /**
   * Where to PUT a file's bytes or, if the storage supports it, send them in pieces (TUS), and where the file is
   * afterwards. Undefined if the bytes are there already: they arrived, and the confirmation was lost.
   */
  signUpload(key: string): Promise<SignedUpload | undefined>
  /**
   * The same for callers who send with their own token: nothing has to be signed. Absent if the storage accepts no
   * tokens.
   */
  findUpload?(key: string): OpenUpload
  /** A URL for each key whose file the caller may read; missing ones are left out. */
  signDownloads(keys: readonly string[]): Promise<Map<string, string>>
  /** Removes bytes, for the schedule only; missing ones count as removed. Throws a 502 if some may be left. */
  remove(keys: readonly string[]): Promise<void>
}

/** Longer than the client waits before it requests a new one (document 3, section 9). */
export const signedSeconds = 3600

/** Returns a key as a URL path; its slashes stay. */
export function toPath(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/')
}
