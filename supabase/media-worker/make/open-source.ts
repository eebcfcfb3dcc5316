import { Decoder, Demuxer, type Stream } from 'node-av'
import { Unreadable, type Order } from '../messages.ts'

export type Source = { readonly demuxer: Demuxer; readonly stream: Stream; readonly decoder: Decoder }

/** The containers films come in. No playlist and no list of files is among them: those lead to other files. */
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
]

const stillFormats: Readonly<Record<string, string>> = {
  'image/x-exr': 'exr_pipe',
  'image/tiff': 'tiff_pipe',
  'image/x-dpx': 'dpx_pipe',
  'image/vnd.adobe.photoshop': 'psd_pipe',
}

/** More pixels than this are no picture but an attack: 16,384 × 16,384. */
const mostPixels = 268_435_456

/** Opens the pictures of a file; throws an `Unreadable` where there are none that can be read. The caller closes it. */
export async function openSource(order: Order): Promise<Source> {
  const { contentType } = order
  const demuxer = await openDemuxer(order).catch(() => {
    throw new Unreadable('This file cannot be read: it is damaged, or of a kind that the media worker does not know')
  })
  const stream = demuxer.video()
  if (stream === undefined) {
    await demuxer.close()
    throw new Unreadable('There are no pictures in this file')
  }
  try {
    // The light of a scene is brought to what screens expect.
    const options = { max_pixels: mostPixels, ...(contentType === 'image/x-exr' && { apply_trc: 'iec61966_2_1' }) }
    const decoder = await Decoder.create(stream, { exitOnError: false, options })
    return { demuxer, stream, decoder }
  } catch {
    await demuxer.close()
    throw new Unreadable('The media worker does not know how the pictures of this file are coded')
  }
}

async function openDemuxer({ source, contentType, sequenceRate }: Order): Promise<Demuxer> {
  const options = { protocol_whitelist: 'file', max_pixels: mostPixels }
  if (sequenceRate !== undefined)
    return await Demuxer.open(source, {
      format: 'image2',
      options: { ...options, pattern_type: 'sequence', framerate: sequenceRate, start_number: 1 },
    })
  if (!contentType.startsWith('image/'))
    return await Demuxer.open(source, { options: { ...options, format_whitelist: filmFormats.join(',') } })
  const format = stillFormats[contentType]
  if (format !== undefined) return await Demuxer.open(source, { format, options })
  // TGA has no mark of its own: it is known by its name alone, which here is one file's and no pattern of many.
  return await Demuxer.open(source, { format: 'image2', options: { ...options, pattern_type: 'none' } })
}
