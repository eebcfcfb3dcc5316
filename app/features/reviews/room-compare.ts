import { makeListeners } from '#core/lib/listeners.ts'
import { shownFileOf } from '#core/revisions/shown-file.ts'
import { inOrder } from '#core/schema/tables.ts'
import type { Comparable } from '#app/widgets/media-viewer/compare-view.tsx'
import type { RoomModel } from './room-model.ts'

let isOn = false
let chosen: string | undefined
const listeners = makeListeners()

/** Whether the film is shown beside another one. This is one's own choice, even while someone else leads. */
export const roomCompare = {
  isOn: (): boolean => isOn,
  getChosen: (): string | undefined => chosen,
  subscribe: listeners.subscribe,
  toggle: (): void => set(!isOn, undefined),
  choose: (mediaId: string): void => set(true, mediaId),
} as const

function set(next: boolean, mediaId: string | undefined): void {
  isOn = next
  chosen = mediaId
  listeners.tell()
}

/**
 * Lists what the film in view can be compared to: earlier versions, newest first, then other stages of the same item.
 */
export function listComparables({ content, item, space, shown, studio }: RoomModel): readonly Comparable[] {
  if (content.kind !== 'file' || item === undefined || space === undefined || shown?.task === undefined) return []
  const kind = shownFileOf(content.media)?.kind
  const findFile = (versionId: Parameters<typeof item.getVersionMedia>[0]) =>
    item.getVersionMedia(versionId).find((file) => kind !== undefined && shownFileOf(file)?.kind === kind)
  const { task } = shown
  const versions = item.getVersions(task.id).flatMap((version) => {
    const media = version.id === content.version.id ? undefined : findFile(version.id)
    return media === undefined ? [] : [{ media, label: `v${version.versionNumber}`, at: version.createdAt }]
  })
  const isOlder = ({ at }: { readonly at: number }): boolean => at < content.version.createdAt
  const stages = inOrder('stages', studio.replica.getRows('stages').values()).flatMap((stage) => {
    const other = space.findTask(task.itemId, stage.id)
    if (other === undefined || other.id === task.id) return []
    for (const version of item.getVersions(other.id)) {
      const media = findFile(version.id)
      if (media !== undefined) return [{ media, label: `${stage.name} v${version.versionNumber}` }]
    }
    return []
  })
  return [...versions.filter(isOlder), ...stages, ...versions.filter((version) => !isOlder(version))].map(
    ({ media, label }) => ({ media, label }),
  )
}

/** Returns the film beside the one in view; undefined if there is none. */
export function findOther(
  model: RoomModel,
): { readonly other: Comparable; readonly offered: readonly Comparable[] } | undefined {
  const offered = listComparables(model)
  const other = offered.find(({ media }) => media.id === chosen) ?? offered[0]
  return other && { other, offered }
}
