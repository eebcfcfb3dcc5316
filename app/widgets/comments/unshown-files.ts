import { useEffect, useState } from 'react'
import type { MediaId } from '#core/lib/ids.ts'
import { isShownInPlace, mediaKindOf } from '#core/revisions/media-kind.ts'
import { findUnshownKind, hasPreviews } from '#core/revisions/unshown-kind.ts'
import { useHasMediaWorker } from '#app/widgets/use-has-media-worker.ts'
import type { DraftFile } from './draft.ts'

/** What of the chosen films and pictures this browser does not show, and what will become of it, in a sentence for each. */
export function useUnshownFiles(
  files: readonly Pick<DraftFile, 'id' | 'name' | 'blob'>[],
): ReadonlyMap<MediaId, string> {
  const [kinds, setKinds] = useState<ReadonlyMap<MediaId, string | undefined>>(new Map())
  useEffect(() => {
    let isWanted = true
    for (const { id, name, blob } of files.filter((file) => !kinds.has(file.id)))
      void nameUnshown(name, blob).then((kind) => {
        if (isWanted) setKinds((known) => new Map(known).set(id, kind))
      })
    return () => {
      isWanted = false
    }
  }, [files, kinds])
  const hasWorker = useHasMediaWorker(files.some(({ id }) => kinds.get(id) !== undefined))
  return new Map(
    files.flatMap(({ id, blob }) => {
      const kind = kinds.get(id)
      return kind === undefined ? [] : [[id, sentenceOf(kind, blob.type, hasWorker)] as const]
    }),
  )
}

function sentenceOf(kind: string, contentType: string, hasWorker: boolean | undefined): string {
  const fact = `This browser cannot ${mediaKindOf(contentType) === 'video' ? 'play' : 'show'} ${kind}`
  if (!hasPreviews(contentType)) return `${fact}: people will be able to download it only.`
  if (hasWorker === undefined) return `${fact}.`
  return hasWorker
    ? `${fact}; your studio’s media worker will make a preview.`
    : `${fact}; your studio has no media worker: people will be able to download it only.`
}

/** What a film or picture is called that this browser does not show; absent for what it shows, and for other files. */
async function nameUnshown(name: string, blob: Blob): Promise<string | undefined> {
  const isFilm = mediaKindOf(blob.type) === 'video'
  // This browser may play more than all do.
  if (isFilm && isShownInPlace(blob.type) && (await canPlay(blob))) return undefined
  const codec = isFilm ? await readCodec(blob).catch(() => undefined) : undefined
  const about = { fileName: name, contentType: blob.type, sizeBytes: blob.size, codec }
  return findUnshownKind(about) ?? (isFilm ? nameOfEnding(name) : undefined)
}

function nameOfEnding(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toUpperCase() ?? 'this kind of file'
}

/** Asks the browser itself: a film whose sound alone it knows has no size. */
async function canPlay(blob: Blob): Promise<boolean> {
  const video = document.createElement('video')
  const url = URL.createObjectURL(blob)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  video.addEventListener('loadedmetadata', () => resolve(video.videoWidth > 0))
  video.addEventListener('error', () => resolve(false))
  video.preload = 'metadata'
  video.muted = true
  video.src = url
  const answer = await promise
  video.removeAttribute('src')
  URL.revokeObjectURL(url)
  return answer
}

async function readCodec(blob: Blob): Promise<string | undefined> {
  const { ALL_FORMATS, BlobSource, Input } = await import('mediabunny')
  const input = new Input({ source: new BlobSource(blob), formats: ALL_FORMATS })
  try {
    const track = await input.getPrimaryVideoTrack()
    const said = (await track?.getCodec()) ?? (await track?.getInternalCodecId())
    return said === undefined || said === null ? undefined : String(said)
  } finally {
    input.dispose()
  }
}
