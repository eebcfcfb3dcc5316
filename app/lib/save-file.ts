/** Hands a file to the browser to save. */
export function saveFile(body: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(body)
  link.download = fileName
  link.click()
  // The browser has begun to read by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Makes a file name that every file system accepts. */
export function fileNameOf(name: string, extension: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{N} ._-]+/gu, ' ').trim()
  return `${plain === '' ? 'board' : plain}.${extension}`
}
