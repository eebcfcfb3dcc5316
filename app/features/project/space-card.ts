import type { Space, SpaceLayout } from '#core/schema/spaces.ts'
import { projectColorOf, projectIconOf } from '#core/studios/palette.ts'
import { links } from '#app/routes.ts'
import type { CardData } from '#app/widgets/cards/card-data.ts'
import type { WorkStats } from '#app/widgets/work-stats.ts'

export const layoutNames: Readonly<Record<SpaceLayout, string>> = {
  grid: 'Grid',
  kanban: 'Kanban',
  moodboard: 'Moodboard',
  illustration: 'Illustration',
}

type InProject = { readonly studioSlug: string; readonly projectSlug: string }

/** Returns the card of a space; counts are a dash until they are known. */
export function toSpaceCard(space: Space, place: InProject, stats: WorkStats | undefined): CardData {
  const { id, name, slug, layout, isActive, thumbnailMediaId } = space
  return {
    id,
    name,
    detail: undefined,
    to: links.space({ ...place, spaceSlug: slug }),
    isActive,
    thumbnailMediaId,
    color: projectColorOf(name),
    icon: projectIconOf(name),
    stats: [
      { label: 'Items', value: stats === undefined ? '–' : String(stats.itemsOf([id])) },
      { label: 'Type', value: layoutNames[layout] },
    ],
    people: [],
    progress: stats?.progressOf([id]) ?? [],
  }
}
