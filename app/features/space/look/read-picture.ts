/** A canvas as an address that can be kept, or nothing where it cannot be read. */
export async function readPicture(canvas: HTMLCanvasElement): Promise<string> {
  // WebP is encoded on a thread of its own, and without loss at full quality.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 1))
  return await new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('loadend', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    if (blob === null) resolve('')
    else reader.readAsDataURL(blob)
  })
}
