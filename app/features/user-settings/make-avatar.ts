import { compressImage } from '#app/widgets/thumbnail/compress-image.ts'

/** Crops a picture to a small square and returns it as a `data:` address, which the profile stores directly. */
export async function makeAvatar(file: Blob): Promise<string> {
  const blob = await compressImage(file, 'avatar')
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return `data:${blob.type};base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
}
