import { open } from 'node:fs/promises'
import type { Order } from '../messages.ts'

/** How a file's pixel values are converted for screens, before anything else is done with them. */
export type Light = {
  /** Filters, each followed by a comma; empty for most files. */
  readonly filter: string
  /** Why, in a sentence. */
  readonly note: string | undefined
}

/** Where a DPX states its transfer characteristic, and which values mean film density (SMPTE 268). */
const transferAt = 801
const [printingDensity, logarithmic] = [1, 3]

/** Cineon's code values for black and white, and the number of codes per tenfold increase in light. */
const cineon = { black: 95, white: 685, tenfold: 300 }

/** Reads a file's transfer characteristic; for numbered pictures, that of the first. */
export async function readLight({ source, contentType }: Order): Promise<Light> {
  const transfer =
    contentType === 'image/x-dpx' ? await readByte(source.replace('%06d', '000001'), transferAt) : undefined
  if (transfer !== printingDensity && transfer !== logarithmic) return { filter: '', note: undefined }
  const filter = `format=gbrp16le,lutrgb=r='${fromCineon}':g='${fromCineon}':b='${fromCineon}',`
  return { filter, note: 'Its values are logarithmic and shown in sRGB, converted by the Cineon curve.' }
}

/** Converts a 16-bit value from Cineon's curve to sRGB's. */
const fromCineon = ((): string => {
  const { black, white, tenfold } = cineon
  const darkest = 10 ** ((black - white) / tenfold)
  const light = `clip((pow(10,(val*1023/65535-${white})/${tenfold})-${darkest})/${1 - darkest},0,1)`
  return `st(0,${light})*0+65535*if(lt(ld(0),0.0031308),12.92*ld(0),1.055*pow(ld(0),1/2.4)-0.055)`
})()

async function readByte(file: string, at: number): Promise<number | undefined> {
  const handle = await open(file)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(1), 0, 1, at)
    return bytesRead === 1 ? buffer[0] : undefined
  } finally {
    await handle.close()
  }
}
