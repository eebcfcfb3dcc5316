import { listViews, type SavedView, type ViewPlace } from '#core/items/change-views.ts'
import type { ViewForm } from '#core/schema/space-views.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'

/** A page with saved views. */
export type ViewSource = {
  readonly client: StudioClient
  readonly studio: StudioReplica
  readonly place: ViewPlace
  /** The id of the view opened last. */
  readonly openId: string | undefined
  /** The page's current view. */
  readonly form: ViewForm
  /** Whether the page currently matches a view. */
  readonly isShown: (form: ViewForm) => boolean
  /** Shows a view on the page; without one, the initial view. */
  readonly open: (view: Pick<SavedView, 'id' | 'form'> | undefined) => void
}

/** Lists the saved views of a place, one's own first. */
export function listOwnFirst({ studio, place }: Pick<ViewSource, 'studio' | 'place'>): readonly SavedView[] {
  const views = listViews(studio, place)
  return [
    ...views.filter(({ ownerId }) => ownerId !== undefined),
    ...views.filter(({ ownerId }) => ownerId === undefined),
  ]
}

/** Finds a saved view by id. */
export function findView(source: Pick<ViewSource, 'studio' | 'place'>, id: string | undefined): SavedView | undefined {
  return listOwnFirst(source).find((view) => view.id === id)
}

/** Returns the open view if the person may change it and the page no longer matches it. */
export function findChanged(
  source: Pick<ViewSource, 'studio' | 'place' | 'openId' | 'isShown'>,
): SavedView | undefined {
  const view = findView(source, source.openId)
  if (view === undefined || (view.ownerId === undefined && !source.studio.can('create'))) return undefined
  return source.isShown(view.form) ? undefined : view
}
