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
import { defineWith } from '#app/commands/define-command.ts'
import { changeLibrary } from './change-library.ts'
import {
  askToDelete,
  askToDeleteTag,
  moveTag,
  renameInPlace,
  selectTemplate,
  superadminStore,
} from './superadmin-store.ts'

const define = defineWith({ group: 'Templates', scope: 'templates' })
const isKeyOnly = true

/** The super-admin's commands for templates; all can be undone. */
export const superadminCommands = [
  define({
    id: 'template.new',
    title: 'New template',
    keys: ['c'],
    run: () => document.querySelector<HTMLElement>('[data-new-template]')?.focus(),
  }),
  define({
    id: 'template.create',
    title: 'Create Template',
    isKeyOnly,
    run: (_context, [name = '']) => {
      const id = crypto.randomUUID()
      const done = changeLibrary('Create template', (library) => addTemplate(library, id, name))
      if (done !== undefined) selectTemplate(id)
      return done
    },
  }),
  define({
    id: 'template.select',
    title: 'Edit the template',
    isKeyOnly,
    run: (_context, [id]) => selectTemplate(id),
  }),
  define({
    id: 'template.rename',
    title: 'Rename the template',
    keys: ['e'],
    when: () => findTemplateId() !== undefined,
    run: (_context, [id]) => renameInPlace(id ?? findTemplateId()),
  }),
  define({
    id: 'template.set-name',
    title: 'Give the template a name',
    isKeyOnly,
    run: (_context, [id = '', name = '']) => {
      renameInPlace(undefined)
      return changeLibrary('Rename template', (library) => renameTemplate(library, id, name))
    },
  }),
  define({
    id: 'template.delete',
    title: 'Delete the template…',
    keys: ['delete'],
    when: () => findTemplateId() !== undefined && findFocusedTag() === undefined,
    run: (_context, [id]) => askToDelete(id ?? findTemplateId()),
  }),
  define({
    id: 'template.delete-confirmed',
    title: 'Delete this template',
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
    define({
      id: 'template.toggle-tag',
      title: 'Add to or remove from the template',
      isKeyOnly,
      run: (_context, [id = '']) =>
        changeLibrary('Change template', (library) => toggleEntry(library, findTemplateId() ?? '', id)),
    }),
    define({
      id: 'template.add-tag',
      title: 'Add a stage or status',
      isKeyOnly,
      run: (_context, [name = '', color = newTemplateStageColor]) =>
        changeLibrary(`Add ${superadminStore.kind}`, (library) =>
          addEntry(library, { id: crypto.randomUUID(), name, color }),
        ),
    }),
    define({
      id: 'template.delete-tag',
      title: 'Delete the stage or status everywhere…',
      shadows: ['template.delete'],
      keys: ['delete'],
      isKeyOnly,
      when: () => findFocusedTag() !== undefined,
      run: (_context, [id = findFocusedTag() ?? '']) => askToDeleteTag(id),
    }),
    define({
      id: 'template.delete-tag-confirmed',
      title: 'Delete it everywhere',
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
    define({
      id: 'template.move-tag',
      title: 'Move to another place',
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
      define({
        id: `template.move-tag-${way}`,
        title: `Move to the ${way}`,
        keys,
        isKeyOnly,
        isRepeatable: true,
        when: isMoving,
        run: step(by),
      }),
    ),
    define({
      id: 'template.drop-tag',
      title: 'Drop it here',
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
