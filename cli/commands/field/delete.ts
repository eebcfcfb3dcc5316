import { deleteFields } from '#core/fields/change-fields.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { printChange } from '#cli/change/print-change.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { findField } from './find-field.ts'

export const verb = defineVerb({
  arguments: '<field>',
  summary: 'delete a field, by key or name; can be undone with its values for 30 days',
  run: async ({ field: which = '' }: { readonly field?: string }, context) => {
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const { id, key, name } = findField(studio, which)
    await context.confirm(`This deletes the field ${name} with its values. Continue?`)
    const done = await deleteFields({ studio, ids: [id] }, client)
    const operation = await confirmWrite({ label: `Delete field ${name}`, studioId: studio.studioId, done }, context)
    printChange({ id, key, name, operation }, context)
  },
})
