import { deleteKind } from '#core/casting/change-kinds.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { printChange } from '#cli/change/print-change.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { findKind } from './find-kind.ts'

export const verb = defineVerb({
  arguments: '<kind>',
  summary: 'delete a kind of items, by key or name; its items stay, without a kind',
  run: async ({ kind: which = '' }: { readonly kind?: string }, context) => {
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const { id, key, name } = findKind(studio, which)
    await context.confirm(`This deletes the kind ${name}; its items stay, without a kind. Continue?`)
    const done = await deleteKind({ studio, id }, client)
    const operation = await confirmWrite({ label: `Delete kind ${name}`, studioId: studio.studioId, done }, context)
    printChange({ id, key, name, operation }, context)
  },
})
