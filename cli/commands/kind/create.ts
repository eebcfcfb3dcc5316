import { createKind } from '#core/casting/change-kinds.ts'
import type { ItemKindId } from '#core/lib/ids.ts'
import { itemTypes } from '#core/schema/items.ts'
import { findExisting, ifMissingFlag, type IfMissing } from '#cli/change/if-missing.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { getCreated } from '#cli/change/get-created.ts'
import { printChange } from '#cli/change/print-change.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { readKindFields, readStages } from './read-stages.ts'
import { toKindRow } from './to-kind-row.ts'

type Options = IfMissing & {
  readonly name?: string
  readonly type?: string
  readonly icon?: string
  readonly stage?: readonly string[]
  readonly field?: readonly string[]
}

export const verb = defineVerb({
  arguments: '<name>',
  summary: 'create a kind of items: vehicle, creature',
  options: [
    flag('--type <type>', `what its items are: ${itemTypes.join(', ')}`, { default: 'asset' }),
    flag('--stage <name>', 'a stage new items start with (default: every stage of their space); repeatable', {
      as: 'list',
    }),
    flag('--field <name>', 'a field in the form for new items (default: every field of their space); repeatable', {
      as: 'list',
    }),
    flag('--icon <name>', 'icon: car, paw-print, sword'),
    ifMissingFlag,
  ],
  examples: ['kind create Vehicle --stage Modeling --stage Rigging --icon car'],
  run: async ({ name = '', icon, ...options }: Options, context) => {
    const itemType = itemTypes.find((each) => each === options.type)
    if (itemType === undefined)
      throw usageError(`There is no type "${options.type}".`, `The types are ${itemTypes.join(', ')}.`)
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const present = findExisting(studio.getKinds(), name, options)
    const shown = ['id', 'key', 'name', 'operation'] as const
    if (present !== undefined) return printChange({ ...toKindRow(studio, present), operation: null }, context, shown)
    const id = client.ids.newId<ItemKindId>()
    const fieldIds = readKindFields(studio, options.field)
    const kind = { id, name, itemType, icon, stageIds: readStages(studio, options.stage), fieldIds }
    const done = await createKind({ studio, kind }, client)
    const operation = await confirmWrite({ label: `Create kind ${name}`, studioId: studio.studioId, done }, context)
    const made = getCreated(studio.replica.find('item_kinds', id))
    return printChange({ ...toKindRow(studio, made), operation }, context, shown)
  },
})
