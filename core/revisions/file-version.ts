/**
 * Returns the version in a file's name: 7 of `sh010_anim_v07.mov`, the last if there are several; undefined if there is
 * none.
 */
export function versionOfFileName(fileName: string): number | undefined {
  const found = [...fileName.matchAll(/(?:^|[^\p{L}\p{N}])v(\d{1,6})(?![\p{L}\p{N}])/giu)].at(-1)?.[1]
  const version = Number(found)
  return found === undefined || version === 0 ? undefined : version
}

/** Returns the single version in several files' names; undefined if there is none, or if they differ. */
export function versionOfFileNames(fileNames: readonly string[]): number | undefined {
  const versions = new Set(fileNames.map(versionOfFileName).filter((version) => version !== undefined))
  const [only] = versions
  return versions.size === 1 ? only : undefined
}
