import type { SeedRow } from '../insert-rows.ts'
import type { MediaFile } from '../media-catalogue.ts'
import { seededId } from '../seeded-id.ts'
import type { Person } from './people.ts'
import type { DemoProject } from './pipeline.ts'
import { studioId } from './studio.ts'

/** An object to store: one of our files, under the path of its media row. */
export type ShelfObject = { key: string; source: MediaFile; owner: string; createdAt: string }

export type ShelfMedia = { id: string; filename: string; source: MediaFile }

type Placement = { source: MediaFile; filename: string; project: DemoProject; person: Person; at: string; name: string }

/** Collects media rows and the objects behind them. */
export interface Shelf {
  readonly rows: SeedRow[]
  readonly objects: ShelfObject[]
  /** The catalogue's file of a name, if there is one. */
  find(file: string): MediaFile | undefined
  /** Adds a separate file, as if uploaded. */
  add(placement: Placement): ShelfMedia
  /** Adds a file that a project needs only once: a thumbnail, a poster, a reference. */
  share(file: string, project: DemoProject): ShelfMedia
}

export function makeShelf(catalogue: ReadonlyMap<string, MediaFile>, shared: { person: Person; at: string }): Shelf {
  const rows: SeedRow[] = []
  const objects: ShelfObject[] = []
  const known = new Map<string, ShelfMedia>()

  function add({ source, filename, project, person, at, name }: Placement): ShelfMedia {
    const id = seededId('media', project.id, name)
    const key = `${studioId}/${id}/${filename}`
    const poster = source.poster === undefined ? undefined : share(source.poster, project)
    // A film's thumbnail is that of its scene.
    const small = source.thumbnail ?? (poster && source.file.replace(/\.\w+$/, '.thumb.webp'))
    const thumbnail = small === undefined ? undefined : share(small, project)
    rows.push({
      id,
      project_id: project.id,
      filename,
      content_type: source.contentType,
      size_bytes: source.bytes,
      r2_key: key,
      sha256: source.sha256,
      width: source.width,
      height: source.height,
      frame_rate: source.frameRate ?? null,
      frame_count: source.frameCount ?? null,
      duration_ms: source.durationMs ?? null,
      poster_media_id: poster?.id ?? null,
      thumbnail_media_id: thumbnail?.id ?? null,
      is_stored: true,
      created_by: person.id,
      created_at: at,
      updated_at: at,
    })
    objects.push({ key, source, owner: person.id, createdAt: at })
    return { id, filename, source }
  }

  function share(file: string, project: DemoProject): ShelfMedia {
    const name = `shared ${project.id} ${file}`
    const before = known.get(name)
    if (before !== undefined) return before
    const source = catalogue.get(file)
    if (source === undefined) throw new Error(`the demo's media hold no ${file}`)
    const media = add({ source, filename: file, project, ...shared, name })
    known.set(name, media)
    return media
  }

  return { rows, objects, find: (file) => catalogue.get(file), add, share }
}
