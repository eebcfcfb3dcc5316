export type SignedUpload = { uploadUrl: string; downloadUrl: string; resumableUrl?: string }

/** Where the caller POSTs a file's bytes with their own token. */
export type OpenUpload = { directUrl: string; downloadUrl: string; resumableUrl: string }

/** Signs addresses of files for a limited time. Keys are paths in the private bucket. */
export interface Signer {
  /** Whether large files may go in parts by the function `upload-parts`. */
  readonly takesParts?: boolean
  /**
   * Where to PUT a file's bytes or, where the storage takes that, send them in pieces (TUS), and where it is found afterwards.
   * Undefined where the bytes are there already: they arrived, and the word that they did was lost.
   */
  signUpload(key: string): Promise<SignedUpload | undefined>
  /** The same for whoever sends with a token of their own: nothing has to be signed. Absent where the storage knows no tokens. */
  findUpload?(key: string): OpenUpload
  /** An address for each key whose file the caller may read; missing ones are left out. */
  signDownloads(keys: readonly string[]): Promise<Map<string, string>>
  /** Removes bytes, for the schedule alone; those that are not there are gone already. Throws a 502 where some may be left. */
  remove(keys: readonly string[]): Promise<void>
}

/** Longer than the client waits before it asks again (document 3, section 9). */
export const signedSeconds = 3600

/** A key as a path of an address; its slashes stay. */
export function toPath(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/')
}
