import { fetchStored } from '#core/lib/storage-check.ts'
import { developPicture, type PictureLook, type RawPicture } from '#core/revisions/develop-picture.ts'
import { readRawPicture } from './read-raw-picture.ts'

export type RawPictureRequest =
  | { readonly kind: 'open'; readonly url: string; readonly contentType: string }
  | { readonly kind: 'look'; readonly look: PictureLook }

export type RawPictureAnswer =
  | {
      readonly kind: 'shown'
      readonly width: number
      readonly height: number
      readonly pixels: Uint8ClampedArray<ArrayBuffer>
    }
  | { readonly kind: 'failed'; readonly problem: string; readonly isAddressStale: boolean }

let picture: RawPicture | undefined
let look: PictureLook = { exposure: 0, channel: 'colour' }

addEventListener('message', ({ data }: MessageEvent<RawPictureRequest>) => {
  if (data.kind === 'look') {
    ;({ look } = data)
    show()
  } else void open(data.url, data.contentType)
})

async function open(url: string, contentType: string): Promise<void> {
  try {
    const answer = await fetchStored(url)
    if (!answer.ok) return fail(`The file could not be loaded (${answer.status})`, true)
    picture = await readRawPicture(await answer.arrayBuffer(), contentType)
    show()
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error), false)
  }
}

function show(): void {
  if (picture === undefined) return
  const { width, height } = picture
  const pixels = developPicture(picture, look)
  postMessage({ kind: 'shown', width, height, pixels } satisfies RawPictureAnswer, { transfer: [pixels.buffer] })
}

function fail(problem: string, isAddressStale: boolean): void {
  postMessage({ kind: 'failed', problem, isAddressStale } satisfies RawPictureAnswer)
}
