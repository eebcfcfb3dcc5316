const SIDE = 96

/** A picture as a small square `data:` address, cut from its middle; a profile holds it itself. */
export async function makeAvatar(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file)
  const side = Math.min(picture.width, picture.height)
  const canvas = new OffscreenCanvas(SIDE, SIDE)
  const context = canvas.getContext('2d')
  context?.drawImage(picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, SIDE, SIDE)
  picture.close()
  return await toAddress(await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 }))
}

async function toAddress(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return `data:${blob.type};base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
}
