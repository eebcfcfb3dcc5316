import type { MediaRow } from '#core/schema/media.ts'
import type { VersionRow } from '#core/schema/task-versions.ts'
import { mediaKindOf } from '#core/revisions/media-kind.ts'
import { shownFileOf } from '#core/revisions/shown-file.ts'
import type { Comparable } from '#app/widgets/media-viewer/compare-view.tsx'
import type { PopupModel } from './popup-store.ts'

/** Returns the film or picture in view, labelled with its version. */
export function findComparable({ selection }: PopupModel): Comparable | undefined {
  const { media, version } = selection
  return media !== undefined && version !== undefined && canCompare(media)
    ? { media, label: nameOf(version) }
    : undefined
}

/**
 * Lists what the file in view can be compared to: the file of its kind at its position in every other version, newest
 * first.
 */
export function listComparables({ item, selection }: PopupModel): readonly Comparable[] {
  const { media, version, versions, versionMedia } = selection
  if (item === undefined || media === undefined || !canCompare(media)) return []
  const kind = mediaKindOf(media.contentType)
  const isAlike = (file: MediaRow): boolean => mediaKindOf(file.contentType) === kind && canCompare(file)
  const place = versionMedia.filter(isAlike).findIndex(({ id }) => id === media.id)
  return versions
    .filter(({ id }) => id !== version?.id)
    .flatMap((row) => {
      const alike = item.getVersionMedia(row.id).filter(isAlike)
      const file = alike[place] ?? alike[0]
      return file === undefined ? [] : [{ media: file, label: nameOf(row) }]
    })
}

/** Returns what to compare to at first: the previous version, else the next one. */
export function findFirstComparable(model: PopupModel): Comparable | undefined {
  const offered = listComparables(model)
  const own = model.selection.version
  const olderNames = new Set(
    model.selection.versions.filter(({ createdAt }) => createdAt < (own?.createdAt ?? 0)).map(nameOf),
  )
  return offered.find(({ label }) => olderNames.has(label)) ?? offered.at(-1)
}

function canCompare(media: MediaRow): boolean {
  const kind = shownFileOf(media)?.kind
  return kind === 'video' || kind === 'image'
}

function nameOf({ versionNumber }: VersionRow): string {
  return versionNumber === 0 ? 'new' : `v${versionNumber}`
}
