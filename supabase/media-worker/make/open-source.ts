import { Decoder, Demuxer, type Stream } from 'node-av'
import { Unreadable, type Order } from '../messages.ts'
import { readLight, type Light } from './light.ts'

export type Pictures = { readonly stream: Stream; readonly decoder: Decoder }

/** A file that was opened; one of sound alone has no pictures. */
export type Source = { readonly demuxer: Demuxer; readonly pictures: Pictures | undefined; readonly light: Light }

/** The containers films and sounds come in. No playlist and no list of files is among them: those lead to other files. */
const filmFormats = [
  'mov,mp4,m4a,3gp,3g2,mj2',
  'matroska,webm',
  'avi',
  'mxf',
  'mxf_opatom',
  'mpegts',
  'mpeg',
  'dv',
  'asf',
  'flv',
  'ogg',
  'gif',
  'mp3',
  'wav',
  'w64',
  'flac',
  'aac',
  'aiff',
  'caf',
]

const stillFormats: Readonly<Record<string, string>> = {
  'image/x-exr': 'exr_pipe',
  'image/tiff': 'tiff_pipe',
  'image/x-dpx': 'dpx_pipe',
  'image/vnd.adobe.photoshop': 'psd_pipe',
}

/** More pixels than this are no picture but an attack: 16,384 × 16,384. */
const mostPixels = 268_435_456

/** Opens a file; throws an `Unreadable` where it cannot be read. The caller closes it. */
export async function openSource(order: Order): Promise<Source> {
  const { contentType } = order
  const demuxer = await openDemuxer(order).catch(() => {
    throw new Unreadable('This file cannot be read: it is damaged, or of a kind that the media worker does not support')
  })
  const light = await readLight(order)
  // What players show beside a sound is its cover.
  const stream = contentType.startsWith('audio/') ? undefined : demuxer.video()
  if (stream === undefined) return { demuxer, pictures: undefined, light }
  try {
    // The light of a scene is brought to what screens expect; of a still that is done pixel by pixel.
    const isLit = contentType === 'image/x-exr' && order.sequence !== undefined
    const options = { max_pixels: mostPixels, ...(isLit && { apply_trc: 'iec61966_2_1' }) }
    const decoder = await Decoder.create(stream, { exitOnError: false, options })
    return { demuxer, pictures: { stream, decoder }, light }
  } catch {
    await demuxer.close()
    throw new Unreadable('The media worker does not support the codec of this file')
  }
}

async function openDemuxer({ source, contentType, sequence }: Order): Promise<Demuxer> {
  const options = { protocol_whitelist: 'file', max_pixels: mostPixels }
  if (sequence !== undefined)
    return await Demuxer.open(source, {
      format: 'image2',
      options: { ...options, pattern_type: 'sequence', framerate: sequence.rate, start_number: 1 },
    })
  if (!contentType.startsWith('image/') || contentType === 'image/gif')
    return await Demuxer.open(source, { options: { ...options, format_whitelist: filmFormats.join(',') } })
  const format = stillFormats[contentType]
  if (format !== undefined) return await Demuxer.open(source, { format, options })
  // TGA has no mark of its own: it is known by its name alone, which here is one file's and no pattern of many.
  return await Demuxer.open(source, { format: 'image2', options: { ...options, pattern_type: 'none' } })
}
