import { Decoder, Demuxer, type Stream } from 'node-av'
import { Unreadable, type Order } from '../messages.ts'
import { readLight, type Light } from './light.ts'

export type Pictures = { readonly stream: Stream; readonly decoder: Decoder }

/** An opened file; a sound alone has no pictures. */
export type Source = { readonly demuxer: Demuxer; readonly pictures: Pictures | undefined; readonly light: Light }

/** The accepted containers of films and sounds. Playlists and file lists are excluded: they lead to other files. */
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

/** A picture with more pixels than this is an attack: 16,384 × 16,384. */
const mostPixels = 268_435_456

/** Opens a file; throws an `Unreadable` if it cannot be read. The caller closes it. */
export async function openSource(order: Order): Promise<Source> {
  const { contentType } = order
  const demuxer = await openDemuxer(order).catch(() => {
    throw new Unreadable('This file cannot be read: it is damaged, or of a kind that the media worker does not support')
  })
  const light = await readLight(order)
  // A picture in a sound file is its cover art.
  const stream = contentType.startsWith('audio/') ? undefined : demuxer.video()
  if (stream === undefined) return { demuxer, pictures: undefined, light }
  try {
    // Scene-linear light is converted for screens; for a still that is done pixel by pixel.
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
  // TGA has no magic number: it is recognised by its name only, which here is a single file's and not a pattern.
  return await Demuxer.open(source, { format: 'image2', options: { ...options, pattern_type: 'none' } })
}
