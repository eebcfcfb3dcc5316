import { useEffect, useState } from 'react'
import type { MediaId } from '#core/lib/ids.ts'
import { isShownInPlace, mediaKindOf } from '#core/revisions/media-kind.ts'
import { findUnshownKind, hasPreviews, explainNotShown } from '#core/revisions/unshown-kind.ts'
import { useHasMediaWorker } from '#app/widgets/use-has-media-worker.ts'
import { canMakeProxy } from '#app/lib/film-proxy.ts'
import type { DraftFile } from './draft.ts'

/** Returns a sentence for each chosen film or picture that this browser cannot show, with what will happen to it. */
export function useUnshownFiles(
  files: readonly Pick<DraftFile, 'id' | 'name' | 'blob'>[],
): ReadonlyMap<MediaId, string> {
  const [kinds, setKinds] = useState<ReadonlyMap<MediaId, Unshown | undefined>>(new Map())
  useEffect(() => {
    let isWanted = true
    for (const { id, name, blob } of files.filter((file) => !kinds.has(file.id)))
      void findUnshown(name, blob).then((kind) => {
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

/** The format of a film or picture, and whether this browser can make a preview of it anyway. */
type Unshown = { readonly name: string; readonly isConverted: boolean }

function sentenceOf({ name, isConverted }: Unshown, contentType: string, hasWorker: boolean | undefined): string {
  if (!hasPreviews(contentType)) return explainNotShown([name])
  const fact = `This browser cannot ${mediaKindOf(contentType) === 'video' ? 'play' : 'show'} ${name}`
  if (hasWorker === undefined) return `${fact}.`
  if (hasWorker) return `${fact}; your studio’s media worker will make a preview.`
  return isConverted
    ? `${fact}; it will make a preview for everyone while the film uploads.`
    : `${fact}; your studio has no media worker: people will be able to download it only.`
}

/** Examines a film or picture; undefined if this browser can show it, and for other files. */
async function findUnshown(fileName: string, blob: Blob): Promise<Unshown | undefined> {
  const isFilm = mediaKindOf(blob.type) === 'video'
  // This browser may play more than others do.
  if (isFilm && isShownInPlace(blob.type) && (await canPlay(blob))) return undefined
  const { codec, isConverted = false }: Coding = isFilm ? await readCoding(blob).catch(() => ({})) : {}
  const about = { fileName, contentType: blob.type, sizeBytes: blob.size, codec }
  const name = findUnshownKind(about) ?? (isFilm ? nameOfEnding(fileName) : undefined)
  return name === undefined ? undefined : { name, isConverted }
}

function nameOfEnding(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toUpperCase() ?? 'this kind of file'
}

/** Asks the browser: a film of which it can only play the sound has no size. */
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

/** A film's codec, and whether this browser can make a proxy of it. */
type Coding = { readonly codec?: string; readonly isConverted?: boolean }

async function readCoding(blob: Blob): Promise<Coding> {
  const { ALL_FORMATS, BlobSource, Input } = await import('mediabunny')
  const input = new Input({ source: new BlobSource(blob), formats: ALL_FORMATS })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (track === null) return {}
    const codec = (await track.getCodec()) ?? (await track.getInternalCodecId())
    return { ...(codec !== null && { codec: String(codec) }), isConverted: await canMakeProxy(track) }
  } finally {
    input.dispose()
  }
}
