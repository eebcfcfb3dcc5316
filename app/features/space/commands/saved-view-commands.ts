import { createView, deleteView, editView } from '#core/items/change-views.ts'
import { readViewForm, toViewForm } from '#core/items/view-form.ts'
import { isSame } from '#core/lib/is-same.ts'
import { newId, type SpaceViewId } from '#core/lib/ids.ts'
import { ok } from '#core/lib/result.ts'
import type { SpaceView } from '#core/schema/space-views.ts'
import { defineCommand, type ArgumentPage, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { perform } from '#app/widgets/perform.ts'
import { readViewState, resetView, setView, spaceViewStore } from '../space-view-store.ts'
import type { SpacePage } from './space-page.ts'

const group = 'Saved views'
const failedText = (reason: string): string => reason

/** Keeping how the space is looked at under a name, and coming back to it. */
export function makeSavedViewCommands(page: SpacePage): readonly Command[] {
  return [makeOpenCommand(page), makeSaveCommand(page), makeUpdateCommand(page), ...makeKeepingCommands(page)]
}

function makeOpenCommand(page: SpacePage): Command {
  const ask = askView(page)
  const everything = { value: '', label: 'Everything', detail: 'no filter, all columns' }
  return defineCommand({
    group,
    scope: page.scope,
    id: 'saved-view.open',
    title: 'Open a saved view…',
    keywords: ['columns', 'filter', 'sort', 'group'],
    keys: ['g v'],
    when: () => listViews(page).length > 0 || spaceViewStore.viewId !== undefined,
    args: [{ ...ask, options: () => [...ask.options(), everything] }],
    run: (_context, [id = '']) => {
      const view = findView(page, id)
      if (view === undefined) resetView()
      else setView(view.id, readViewForm(view.form))
    },
  })
}

function makeSaveCommand({ client, model, scope }: SpacePage): Command {
  const { studio, row } = model
  return defineCommand({
    group,
    scope,
    id: 'saved-view.save',
    title: 'Save as a view…',
    keywords: ['columns', 'filter', 'sort', 'group'],
    args: [
      { id: 'name', placeholder: 'Name of the view', options: () => [], free: true },
      {
        id: 'owner',
        placeholder: 'For whom',
        options: () => [
          { value: 'me', label: 'For me' },
          ...(studio.can('create') ? [{ value: 'studio', label: 'For the studio' }] : []),
        ],
      },
    ],
    run: async (_context, [name = '', owner = 'me']) => {
      const id = newId<SpaceViewId>()
      const ownerId = owner === 'studio' ? undefined : client.userId
      const view = { id, spaceId: row.id, name, ownerId, state: readViewState() }
      const done = await perform(createView({ studio, view }, client), { client, failedText })
      if (done.ok) setView(id, readViewForm(toViewForm(view.state)))
      return done
    },
  })
}

function makeUpdateCommand(page: SpacePage): Command {
  const { client, model, scope } = page
  return defineCommand({
    group,
    scope,
    id: 'saved-view.update',
    title: 'Save the changes into the view',
    when: () => findChanged(page) !== undefined,
    run: async () => {
      const view = findChanged(page)
      if (view === undefined) return undefined
      const doneText = `${view.name} shows this from now on`
      const change = editView({ studio: model.studio, view, state: readViewState() }, client)
      return await perform(change, { client, failedText, doneText })
    },
  })
}

function makeKeepingCommands(page: SpacePage): readonly Command[] {
  const { client, model, scope } = page
  const { studio } = model
  const shared = { group, scope, when: () => listOwn(page).length > 0 } as const
  return [
    defineCommand({
      ...shared,
      id: 'saved-view.rename',
      title: 'Rename a saved view…',
      args: [askView(page, listOwn), { id: 'name', placeholder: 'Name', options: () => [], free: true }],
      run: async (_context, [id = '', name = '']) => {
        const view = findView(page, id)
        if (view === undefined) return ok(undefined)
        return await perform(editView({ studio, view, name }, client), { client, failedText })
      },
    }),
    defineCommand({
      ...shared,
      id: 'saved-view.delete',
      title: 'Delete a saved view…',
      args: [askView(page, listOwn)],
      run: async (_context, [id = '']): Promise<CommandOutcome> => {
        const view = findView(page, id)
        if (view === undefined) return undefined
        const doneText = `${view.name} deleted`
        return await perform(deleteView({ studio, id: view.id }, client), { client, failedText, doneText })
      },
    }),
  ]
}

/** The saved views of the space, one's own first. */
export function listViews({ model: { studio, row } }: Pick<SpacePage, 'model'>): readonly SpaceView[] {
  const views = studio.getSpaceViews(row.id)
  return [
    ...views.filter(({ ownerId }) => ownerId !== undefined),
    ...views.filter(({ ownerId }) => ownerId === undefined),
  ]
}

/** Those that one may change. */
function listOwn(page: SpacePage): readonly SpaceView[] {
  return listViews(page).filter(({ ownerId }) => ownerId !== undefined || page.model.studio.can('create'))
}

function findView(page: Pick<SpacePage, 'model'>, id: string): SpaceView | undefined {
  return listViews(page).find((view) => view.id === id)
}

/** The open view, where one may change it and the space is no longer looked at as it says. */
export function findChanged(page: Pick<SpacePage, 'model'>): SpaceView | undefined {
  const view = findView(page, spaceViewStore.viewId ?? '')
  if (view === undefined || (view.ownerId === undefined && !page.model.studio.can('create'))) return undefined
  return isSame(readViewForm(view.form), readViewState()) ? undefined : view
}

function askView(page: SpacePage, list: (of: SpacePage) => readonly SpaceView[] = listViews) {
  return {
    id: 'view',
    placeholder: 'Saved view',
    options: () =>
      list(page).map(({ id, name, ownerId }) => ({
        value: String(id),
        label: name,
        detail: ownerId === undefined ? 'the studio’s' : 'yours',
      })),
  } satisfies ArgumentPage
}
