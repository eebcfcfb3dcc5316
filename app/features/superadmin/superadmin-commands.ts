import {
  addEntry,
  addTemplate,
  moveEntry,
  removeEntry,
  removeTemplate,
  renameTemplate,
  toggleEntry,
} from '#core/studios/template-library.ts'
import { newTemplateStageColor } from '#core/studios/default-stages.ts'
import { defineCommand } from '#app/commands/define-command.ts'
import { changeLibrary } from './change-library.ts'
import {
  askToDelete,
  askToDeleteTag,
  moveTag,
  renameInPlace,
  selectTemplate,
  superadminStore,
} from './superadmin-store.ts'

const group = 'Templates'
const scope = 'templates'
const isKeyOnly = true

/** The super-admin's commands for templates; all can be undone. */
export const superadminCommands = [
  defineCommand({
    id: 'template.new',
    title: 'New template',
    group,
    scope,
    keys: ['c'],
    run: () => document.querySelector<HTMLElement>('[data-new-template]')?.focus(),
  }),
  defineCommand({
    id: 'template.create',
    title: 'Create Template',
    group,
    scope,
    isKeyOnly,
    run: (_context, [name = '']) => {
      const id = crypto.randomUUID()
      const done = changeLibrary('Create template', (library) => addTemplate(library, id, name))
      if (done !== undefined) selectTemplate(id)
      return done
    },
  }),
  defineCommand({
    id: 'template.select',
    title: 'Edit the template',
    group,
    scope,
    isKeyOnly,
    run: (_context, [id]) => selectTemplate(id),
  }),
  defineCommand({
    id: 'template.rename',
    title: 'Rename the template',
    group,
    scope,
    keys: ['e'],
    when: () => findTemplateId() !== undefined,
    run: (_context, [id]) => renameInPlace(id ?? findTemplateId()),
  }),
  defineCommand({
    id: 'template.set-name',
    title: 'Give the template a name',
    group,
    scope,
    isKeyOnly,
    run: (_context, [id = '', name = '']) => {
      renameInPlace(undefined)
      return changeLibrary('Rename template', (library) => renameTemplate(library, id, name))
    },
  }),
  defineCommand({
    id: 'template.delete',
    title: 'Delete the template…',
    group,
    scope,
    keys: ['delete'],
    when: () => findTemplateId() !== undefined && findFocusedTag() === undefined,
    run: (_context, [id]) => askToDelete(id ?? findTemplateId()),
  }),
  defineCommand({
    id: 'template.delete-confirmed',
    title: 'Delete this template',
    group,
    scope: 'dialog',
    isKeyOnly,
    run: () => {
      const { deletingId } = superadminStore
      askToDelete(undefined)
      return changeLibrary('Delete template', (library) => removeTemplate(library, deletingId ?? ''))
    },
  }),
  ...tagCommands(),
  ...moveCommands(),
]

function tagCommands() {
  return [
    defineCommand({
      id: 'template.toggle-tag',
      title: 'Add to or remove from the template',
      group,
      scope,
      isKeyOnly,
      run: (_context, [id = '']) =>
        changeLibrary('Change template', (library) => toggleEntry(library, findTemplateId() ?? '', id)),
    }),
    defineCommand({
      id: 'template.add-tag',
      title: 'Add a stage or status',
      group,
      scope,
      isKeyOnly,
      run: (_context, [name = '', color = newTemplateStageColor]) =>
        changeLibrary(`Add ${superadminStore.kind}`, (library) =>
          addEntry(library, { id: crypto.randomUUID(), name, color }),
        ),
    }),
    defineCommand({
      id: 'template.delete-tag',
      title: 'Delete the stage or status everywhere…',
      group,
      scope,
      shadows: ['template.delete'],
      keys: ['delete'],
      isKeyOnly,
      when: () => findFocusedTag() !== undefined,
      run: (_context, [id = findFocusedTag() ?? '']) => askToDeleteTag(id),
    }),
    defineCommand({
      id: 'template.delete-tag-confirmed',
      title: 'Delete it everywhere',
      group,
      scope: 'dialog',
      isKeyOnly,
      run: () => {
        const { deletingTagId } = superadminStore
        askToDeleteTag(undefined)
        return changeLibrary(`Delete ${superadminStore.kind}`, (library) => removeEntry(library, deletingTagId ?? ''))
      },
    }),
  ]
}

/** Returns the commands that move a tag by keyboard: M, arrows, Enter; Esc cancels. */
function moveCommands() {
  const isMoving = (): boolean => superadminStore.moving !== undefined
  const step = (by: number) => (): void => {
    const { moving, kind } = superadminStore
    const last = (superadminStore[kind].library?.entries.length ?? 1) - 1
    if (moving !== undefined) moveTag({ ...moving, index: Math.max(0, Math.min(last, moving.index + by)) })
  }
  return [
    defineCommand({
      id: 'template.move-tag',
      title: 'Move to another place',
      group,
      scope,
      keys: ['m'],
      isKeyOnly,
      when: () => findFocusedTag() !== undefined && !isMoving(),
      run: () => {
        const id = findFocusedTag()
        const entries = superadminStore[superadminStore.kind].library?.entries ?? []
        if (id !== undefined) moveTag({ id, index: entries.findIndex((entry) => entry.id === id) })
      },
    }),
    ...(
      [
        ['left', -1, ['left', 'h', 'up', 'k']],
        ['right', 1, ['right', 'l', 'down', 'j']],
      ] as const
    ).map(([way, by, keys]) =>
      defineCommand({
        id: `template.move-tag-${way}`,
        title: `Move to the ${way}`,
        group,
        scope,
        keys,
        isKeyOnly,
        isRepeatable: true,
        when: isMoving,
        run: step(by),
      }),
    ),
    defineCommand({
      id: 'template.drop-tag',
      title: 'Drop it here',
      group,
      scope,
      keys: ['enter'],
      isKeyOnly,
      when: isMoving,
      run: () => {
        const { moving } = superadminStore
        moveTag(undefined)
        if (moving === undefined) return undefined
        return changeLibrary('Move', (library) => moveEntry(library, moving.id, moving.index))
      },
    }),
  ]
}

/** Returns the focused template, else the selected one. */
function findTemplateId(): string | undefined {
  const focused = document.activeElement?.closest('[data-template]')?.getAttribute('data-template')
  return focused ?? superadminStore[superadminStore.kind].selectedId
}

function findFocusedTag(): string | undefined {
  return document.activeElement?.closest('[data-tag]')?.getAttribute('data-tag') ?? undefined
}
