import { createView, deleteView, editView, type SavedView } from '#core/items/change-views.ts'
import { newId, type SpaceViewId, type ProjectViewId } from '#core/lib/ids.ts'
import { ok } from '#core/lib/result.ts'
import {
  defineCommand,
  type ArgumentOption,
  type ArgumentPage,
  type Command,
  type CommandId,
  type CommandOutcome,
} from '#app/commands/define-command.ts'
import type { Scope } from '#app/commands/scopes.ts'
import { perform } from '#app/widgets/perform.ts'
import { findChanged, findView, listOwnFirst, type ViewSource } from './view-source.ts'

/** The prefix and scope of a page's saved-view commands, and what they act on once it is open. */
export type ViewCommandsOf = {
  readonly prefix: string
  readonly scope: Scope
  readonly getSource: () => ViewSource | undefined
}

const failedText = (reason: string): string => reason

/** Returns the commands that save a page's view under a name and open it again. */
export function makeCommandsOfViews(of: ViewCommandsOf): readonly Command[] {
  return [makeOpenCommand(of), makeSaveCommand(of), makeUpdateCommand(of), ...makeKeepingCommands(of)]
}

function sharedOf({ prefix, scope }: ViewCommandsOf, name: string) {
  return { id: `${prefix}.${name}` satisfies CommandId, group: 'Saved views', scope } as const
}

function makeOpenCommand(of: ViewCommandsOf): Command {
  const { getSource } = of
  const everything = { value: '', label: 'Everything', detail: 'no filter, all columns' }
  return defineCommand({
    ...sharedOf(of, 'open'),
    title: 'Open a saved view…',
    keywords: ['columns', 'filter', 'sort', 'group'],
    keys: ['g v'],
    when: () => {
      const source = getSource()
      return source !== undefined && (listOwnFirst(source).length > 0 || source.openId !== undefined)
    },
    args: [askView(of, listOwnFirst, [everything])],
    run: (_context, [id = '']) => {
      const source = getSource()
      source?.open(findView(source, id))
    },
  })
}

function makeSaveCommand(of: ViewCommandsOf): Command {
  const { getSource } = of
  return defineCommand({
    ...sharedOf(of, 'save'),
    title: 'Save as a view…',
    keywords: ['columns', 'filter', 'sort', 'group'],
    args: [
      { id: 'name', placeholder: 'Name of the view', options: () => [], free: true },
      {
        id: 'owner',
        placeholder: 'For whom',
        options: () => [
          { value: 'me', label: 'For me' },
          ...(getSource()?.studio.can('create') === true ? [{ value: 'studio', label: 'For the studio' }] : []),
        ],
      },
    ],
    run: async (_context, [name = '', owner = 'me']) => {
      const source = getSource()
      if (source === undefined) return undefined
      const { client, studio, place, form } = source
      const id = 'spaceId' in place ? newId<SpaceViewId>() : newId<ProjectViewId>()
      const view = { id, name, ownerId: owner === 'studio' ? undefined : client.userId, form }
      const done = await perform(createView({ studio, place, view }, client), { client, failedText })
      if (done.ok) source.open(view)
      return done
    },
  })
}

function makeUpdateCommand(of: ViewCommandsOf): Command {
  const find = (): { readonly source: ViewSource; readonly view: SavedView } | undefined => {
    const source = of.getSource()
    const view = source && findChanged(source)
    return view && { source, view }
  }
  return defineCommand({
    ...sharedOf(of, 'update'),
    title: 'Save the changes into the view',
    when: () => find() !== undefined,
    run: async () => {
      const found = find()
      if (found === undefined) return undefined
      const { source, view } = found
      const { studio, client, form } = source
      const doneText = `Saved to ${view.name}`
      return await perform(editView({ studio, view, form }, client), { client, failedText, doneText })
    },
  })
}

function makeKeepingCommands(of: ViewCommandsOf): readonly Command[] {
  const list = (may: 'create' | 'delete') => (source: ViewSource) =>
    listOwnFirst(source).filter(({ ownerId }) => ownerId !== undefined || source.studio.can(may))
  const hasSome = (may: 'create' | 'delete') => (): boolean => {
    const source = of.getSource()
    return source !== undefined && list(may)(source).length > 0
  }
  return [
    defineCommand({
      ...sharedOf(of, 'rename'),
      title: 'Rename a saved view…',
      when: hasSome('create'),
      args: [askView(of, list('create')), { id: 'name', placeholder: 'Name', options: () => [], free: true }],
      run: async (_context, [id = '', name = '']) => {
        const source = of.getSource()
        const view = source && findView(source, id)
        if (source === undefined || view === undefined) return ok(undefined)
        const { studio, client } = source
        return await perform(editView({ studio, view, name }, client), { client, failedText })
      },
    }),
    defineCommand({
      ...sharedOf(of, 'delete'),
      title: 'Delete a saved view…',
      when: hasSome('delete'),
      args: [askView(of, list('delete'))],
      run: async (_context, [id = '']): Promise<CommandOutcome> => {
        const source = of.getSource()
        const view = source && findView(source, id)
        if (source === undefined || view === undefined) return undefined
        const { studio, client } = source
        const doneText = `${view.name} deleted`
        return await perform(deleteView({ studio, view }, client), { client, failedText, doneText })
      },
    }),
  ]
}

function askView(
  { getSource }: ViewCommandsOf,
  list: (source: ViewSource) => readonly SavedView[],
  others: readonly ArgumentOption[] = [],
): ArgumentPage {
  return {
    id: 'view',
    placeholder: 'Saved view',
    options: () => {
      const source = getSource()
      const views = source === undefined ? [] : list(source)
      return [
        ...views.map(({ id, name, ownerId }) => ({
          value: String(id),
          label: name,
          detail: ownerId === undefined ? 'the studio’s' : 'yours',
        })),
        ...others,
      ]
    },
  }
}
