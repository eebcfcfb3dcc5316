/** Signs addresses of files for a limited time. Keys are paths in the private bucket. */
export interface Signer {
  /** Where to PUT a file's bytes, and where it will be found afterwards. */
  signUpload(key: string): Promise<{ uploadUrl: string; downloadUrl: string }>
  /** An address for each key whose file the caller may read; missing ones are left out. */
  signDownloads(keys: readonly string[]): Promise<Map<string, string>>
}

/** Longer than the client waits before it asks again (document 3, section 9). */
export const signedSeconds = 3600

/** A key as a path of an address; its slashes stay. */
export function toPath(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/')
}
