import type { Frame } from 'node-av'
import { open } from 'node:fs/promises'
import type { Order } from '../messages.ts'
import { nameOfProfile, readColorProfile, type ColorProfile } from './color-profile.ts'

/** What the pixel values of a still mean. */
export type StillNature = {
  /** They are linear light rather than display values. */
  readonly isLight: boolean
  /** How colours are affected by transparency; `none` if the picture is opaque, whatever a fourth channel says. */
  readonly alpha: 'straight' | 'on black' | 'on white' | 'none'
  readonly profile: ColorProfile | undefined
  /** What viewers need to know, in a sentence. */
  readonly note: string | undefined
}

const iccProfile = 15

/** Determines what the pixel values of a still mean, from the picture and its file. */
export async function readStillNature({ source, contentType }: Order, frame: Frame): Promise<StillNature> {
  const handle = await open(source)
  try {
    const read = async (at: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at)
      return buffer.subarray(0, bytesRead)
    }
    const isPsd = contentType === 'image/vnd.adobe.photoshop'
    // A malformed file is shown with its pixels as they are.
    const psd = isPsd ? await readPsd(read).catch(() => undefined) : undefined
    const isOnBlack = contentType === 'image/tiff' && (await isAssociated(read).catch(() => false))
    const icc = psd?.icc ?? Buffer.from(frame.getSideData(iccProfile) ?? [])
    return {
      isLight: contentType === 'image/x-exr',
      alpha: isPsd
        ? psd?.isTransparent === true
          ? 'on white'
          : 'none'
        : isOnBlack || contentType === 'image/x-exr'
          ? 'on black'
          : 'straight',
      ...readProfile(icc),
    }
  } finally {
    await handle.close()
  }
}

function readProfile(icc: Buffer | undefined): Pick<StillNature, 'profile' | 'note'> {
  const name = (icc && nameOfProfile(icc))?.slice(0, 100) ?? ''
  if (icc === undefined || icc.length === 0 || name.startsWith('sRGB')) return { profile: undefined, note: undefined }
  const profile = readColorProfile(icc)
  const called = name === '' ? 'another colour profile' : name
  return profile === undefined
    ? { profile, note: `Its colours are in ${called}, which could not be converted to sRGB: they look different here.` }
    : { profile, note: `Its colours are in ${called} and shown in sRGB.` }
}

type Read = (at: number, length: number) => Promise<Buffer>

const psdHeader = 26
const iccResource = 0x04_0f
const mostBytes = 16_000_000

/** A Photoshop file's profile, and whether its fourth channel is transparency: then its layer count is negative. */
async function readPsd(read: Read): Promise<{ readonly icc: Buffer | undefined; readonly isTransparent: boolean }> {
  const isLarge = (await read(4, 2)).readUInt16BE(0) === 2
  const resources = psdHeader + 4 + (await read(psdHeader, 4)).readUInt32BE(0)
  const length = (await read(resources, 4)).readUInt32BE(0)
  const all = await read(resources + 4, Math.min(length, mostBytes))
  const layers = resources + 4 + length + (isLarge ? 16 : 8)
  const count = (await read(layers, 2)).readInt16BE(0)
  return { icc: findResource(all, iccResource), isTransparent: count < 0 }
}

function findResource(all: Buffer, wanted: number): Buffer | undefined {
  for (let at = 0; at + 12 <= all.length;) {
    const id = all.readUInt16BE(at + 4)
    // Its name begins with its length, and is padded to an even one, as is the data.
    const data = at + 6 + (((all[at + 6] ?? 0) + 2) & ~1)
    const size = all.readUInt32BE(data)
    if (id === wanted) return all.subarray(data + 4, data + 4 + size)
    at = data + 4 + ((size + 1) & ~1)
  }
  return undefined
}

const [extraSamples, associated] = [338, 1]

/** Whether a TIFF declares its colours premultiplied by its alpha. */
async function isAssociated(read: Read): Promise<boolean> {
  const head = await read(0, 8)
  const isLittle = head.toString('latin1', 0, 2) === 'II'
  const short = (bytes: Buffer, at: number): number => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const long = (bytes: Buffer, at: number): number => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const first = long(head, 4)
  const count = short(await read(first, 2), 0)
  const entries = await read(first + 2, count * 12)
  for (let at = 0; at + 12 <= entries.length; at += 12)
    if (short(entries, at) === extraSamples) return short(entries, at + 8) === associated
  return false
}
