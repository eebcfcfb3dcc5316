import { refuse, type ChangeContext, type Done } from '#core/change/context.ts'
import { deleteRows, insertRows, updateRows } from '#core/change/row-mutators.ts'
import { AppError } from '#core/lib/errors.ts'
import type { SpaceId, SpaceViewId, UserId } from '#core/lib/ids.ts'
import { err, type Result } from '#core/lib/result.ts'
import { foldName } from '#core/lib/slug.ts'
import type { SpaceView } from '#core/schema/space-views.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { toViewForm, type ViewState } from './view-form.ts'

type NewView = {
  readonly id?: SpaceViewId | undefined
  readonly spaceId: SpaceId
  readonly name: string
  /** Whose it is; the studio's where absent. */
  readonly ownerId: UserId | undefined
  readonly state: ViewState
}

/** Keeps a view of a space under a name, for oneself or the studio. `conflict` where there is one of that name. */
export async function createView(
  input: { readonly studio: StudioReplica; readonly view: NewView },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, view } = input
  const { spaceId, ownerId, state } = view
  const name = view.name.trim()
  if (name === '') return refuse('name-missing')
  if (findTwin(studio, { spaceId, ownerId, name }) !== undefined) return refuseTwin(name)
  const rows = [{ id: view.id ?? context.ids.newId<SpaceViewId>(), spaceId, ownerId, name, form: toViewForm(state) }]
  return await context.mutate(insertRows, { table: 'space_views', rows, label: 'Save view' }, studio)
}

/** Gives a view another name or content; whose it is stays. */
export async function editView(
  input: {
    readonly studio: StudioReplica
    readonly view: SpaceView
    readonly name?: string | undefined
    readonly state?: ViewState | undefined
  },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, view, state } = input
  const name = input.name?.trim()
  if (name === '') return refuse('name-missing')
  const twin = name === undefined ? undefined : findTwin(studio, { ...view, name })
  if (name !== undefined && twin !== undefined && twin.id !== view.id) return refuseTwin(name)
  const fields = { ...(name !== undefined && { name }), ...(state !== undefined && { form: toViewForm(state) }) }
  const expected = { ...(name !== undefined && { name: view.name }), ...(state !== undefined && { form: view.form }) }
  const changes = [{ key: view.id, fields, expected }]
  return await context.mutate(updateRows, { table: 'space_views', changes, label: 'Change view' }, studio)
}

/** Deletes a view; what it shows stays as it is. */
export async function deleteView(
  input: { readonly studio: StudioReplica; readonly id: SpaceViewId },
  context: ChangeContext,
): Promise<Result<Done>> {
  return await context.mutate(deleteRows, { table: 'space_views', keys: [input.id] }, input.studio)
}

function findTwin(studio: StudioReplica, { spaceId, ownerId, name }: Omit<NewView, 'id' | 'state'>) {
  return studio
    .getSpaceViews(spaceId)
    .find((each) => each.ownerId === ownerId && foldName(each.name) === foldName(name))
}

function refuseTwin(name: string): Result<Done> {
  return err(new AppError('conflict', `There is already a view "${name}"`))
}
