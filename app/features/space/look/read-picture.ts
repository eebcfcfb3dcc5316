/** Encodes a canvas as a data URL that can be stored; empty where it cannot be read. */
export async function readPicture(canvas: HTMLCanvasElement): Promise<string> {
  // WebP is encoded on a thread of its own, and is lossless at full quality.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 1))
  return await new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('loadend', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    if (blob === null) resolve('')
    else reader.readAsDataURL(blob)
  })
}
