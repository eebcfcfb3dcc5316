/** The version a file's name speaks of: 7 of `sh010_anim_v07.mov`, the last where there are several; absent where none. */
export function versionOfFileName(fileName: string): number | undefined {
  const found = [...fileName.matchAll(/(?:^|[^\p{L}\p{N}])v(\d{1,6})(?![\p{L}\p{N}])/giu)].at(-1)?.[1]
  const version = Number(found)
  return found === undefined || version === 0 ? undefined : version
}

/** The one version that the names of several files speak of; absent where they speak of none, or of different ones. */
export function versionOfFileNames(fileNames: readonly string[]): number | undefined {
  const versions = new Set(fileNames.map(versionOfFileName).filter((version) => version !== undefined))
  const [only] = versions
  return versions.size === 1 ? only : undefined
}
