import { refuse, type ChangeContext, type Done } from '#core/change/context.ts'
import { deleteRows, insertRows, updateRows } from '#core/change/row-mutators.ts'
import { AppError } from '#core/lib/errors.ts'
import type { ProjectId, SpaceId, SpaceViewId, ProjectViewId, UserId } from '#core/lib/ids.ts'
import { err, type Result } from '#core/lib/result.ts'
import { foldName } from '#core/lib/slug.ts'
import type { SpaceView, ViewForm } from '#core/schema/space-views.ts'
import type { ProjectView, ViewedPage } from '#core/schema/project-views.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

/** A saved view of a space or of a project page. */
export type SavedView = SpaceView | ProjectView

/** Where a view belongs: a space, or a page of a project. */
export type ViewPlace = { readonly spaceId: SpaceId } | { readonly projectId: ProjectId; readonly page: ViewedPage }

type NewView = {
  readonly id?: SavedView['id'] | undefined
  readonly name: string
  /** Its owner; the studio where absent. */
  readonly ownerId: UserId | undefined
  readonly form: ViewForm
}

/** Saves a view for oneself or the studio. Fails with `conflict` where one has that name. */
export async function createView(
  input: { readonly studio: StudioReplica; readonly place: ViewPlace; readonly view: NewView },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, place, view } = input
  const { ownerId, form } = view
  const name = view.name.trim()
  if (name === '') return refuse('name-missing')
  if (findTwin(listViews(studio, place), { ownerId, name }) !== undefined) return refuseTwin(name)
  const { ids } = context
  const id = view.id ?? ('spaceId' in place ? ids.newId<SpaceViewId>() : ids.newId<ProjectViewId>())
  const rows = [{ id, ...place, ownerId, name, form }]
  return await context.mutate(insertRows, { table: tableOf(place), rows, label: 'Save view' }, studio)
}

/** Changes a view's name or content; its owner stays. */
export async function editView(
  input: {
    readonly studio: StudioReplica
    readonly view: SavedView
    readonly name?: string | undefined
    readonly form?: ViewForm | undefined
  },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, view, form } = input
  const name = input.name?.trim()
  if (name === '') return refuse('name-missing')
  const twin = name === undefined ? undefined : findTwin(listViews(studio, view), { ...view, name })
  if (name !== undefined && twin !== undefined && twin.id !== view.id) return refuseTwin(name)
  const fields = { ...(name !== undefined && { name }), ...(form !== undefined && { form }) }
  const expected = { ...(name !== undefined && { name: view.name }), ...(form !== undefined && { form: view.form }) }
  const changes = [{ key: view.id, fields, expected }]
  return await context.mutate(updateRows, { table: tableOf(view), changes, label: 'Change view' }, studio)
}

/** Deletes a view; its rows stay as they are. */
export async function deleteView(
  input: { readonly studio: StudioReplica; readonly view: SavedView },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, view } = input
  return await context.mutate(deleteRows, { table: tableOf(view), keys: [view.id] }, studio)
}

function tableOf(place: ViewPlace): 'space_views' | 'project_views' {
  return 'spaceId' in place ? 'space_views' : 'project_views'
}

/** Lists the views of a place: one's own and the studio's. */
export function listViews(studio: StudioReplica, place: ViewPlace): readonly SavedView[] {
  if ('spaceId' in place) return studio.getSpaceViews(place.spaceId)
  return studio.getProjectViews(place.projectId).filter(({ page }) => page === place.page)
}

function findTwin(views: readonly SavedView[], { ownerId, name }: Pick<NewView, 'ownerId' | 'name'>) {
  return views.find((each) => each.ownerId === ownerId && foldName(each.name) === foldName(name))
}

function refuseTwin(name: string): Result<Done> {
  return err(new AppError('conflict', `There is already a view "${name}"`))
}
