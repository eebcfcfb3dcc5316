import type { Command } from '#app/commands/define-command.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { fieldRowCommands, type FieldRow } from '#app/widgets/field-facts/field-row.ts'
import { projectStore } from './project-store.ts'

export const projectFieldIds = {
  ask: 'project.field',
  edit: 'project.edit-field',
  save: 'project.save-field',
} as const

/** The commands that edit the project's fields on its page. */
export const projectFieldCommands: readonly Command[] = fieldRowCommands({
  base: { group: 'Projects', scope: 'list' },
  ids: projectFieldIds,
  title: 'Set a field of the project…',
  find: findProjectRow,
})

/** Returns the project on the page with its fields. */
export function findProjectRow(): FieldRow | undefined {
  const { client, studio } = clientStore.get()
  const project = studio?.getProjects().find(({ id }) => id === projectStore.projectId)
  if (client === undefined || studio === undefined || project === undefined) return undefined
  const { id, name, fields: values } = project
  return { of: 'project', id, title: name, values, fields: studio.getProjectFields(id), studio, within: studio, client }
}
