import { compressImage } from '#app/widgets/thumbnail/compress-image.ts'

/** A picture as a small square `data:` address, cut from its middle; a profile holds it itself. */
export async function makeAvatar(file: Blob): Promise<string> {
  const blob = await compressImage(file, 'avatar')
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return `data:${blob.type};base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
}
