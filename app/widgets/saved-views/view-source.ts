import { listViews, type SavedView, type ViewPlace } from '#core/items/change-views.ts'
import type { ViewForm } from '#core/schema/space-views.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'

/** A page whose look is kept under names. */
export type ViewSource = {
  readonly client: StudioClient
  readonly studio: StudioReplica
  readonly place: ViewPlace
  /** The id of the view that was opened last. */
  readonly openId: string | undefined
  /** How the page is looked at now. */
  readonly form: ViewForm
  /** Whether the page is looked at as a view says. */
  readonly isShown: (form: ViewForm) => boolean
  /** Looks at the page as a view says; without one as it begins. */
  readonly open: (view: Pick<SavedView, 'id' | 'form'> | undefined) => void
}

/** The saved views of a place, one's own first. */
export function listOwnFirst({ studio, place }: Pick<ViewSource, 'studio' | 'place'>): readonly SavedView[] {
  const views = listViews(studio, place)
  return [
    ...views.filter(({ ownerId }) => ownerId !== undefined),
    ...views.filter(({ ownerId }) => ownerId === undefined),
  ]
}

/** A saved view by its id. */
export function findView(source: Pick<ViewSource, 'studio' | 'place'>, id: string | undefined): SavedView | undefined {
  return listOwnFirst(source).find((view) => view.id === id)
}

/** The open view, where one may change it and the page is no longer looked at as it says. */
export function findChanged(
  source: Pick<ViewSource, 'studio' | 'place' | 'openId' | 'isShown'>,
): SavedView | undefined {
  const view = findView(source, source.openId)
  if (view === undefined || (view.ownerId === undefined && !source.studio.can('create'))) return undefined
  return source.isShown(view.form) ? undefined : view
}
