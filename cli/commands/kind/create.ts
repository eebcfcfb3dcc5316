import { createKind } from '#core/casting/change-kinds.ts'
import type { ItemKindId } from '#core/lib/ids.ts'
import { itemTypes } from '#core/schema/items.ts'
import { findPresent, ifMissingFlag, type IfMissing } from '#cli/change/if-missing.ts'
import { settleWrite } from '#cli/change/carry-out-write.ts'
import { tellChange } from '#cli/change/tell-change.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { readStages } from './read-stages.ts'

type Options = IfMissing & {
  readonly name?: string
  readonly type?: string
  readonly icon?: string
  readonly stage?: readonly string[]
}

export const verb = defineVerb({
  arguments: '<name>',
  summary: 'create a kind of items: vehicle, creature',
  options: [
    flag('--type <type>', `what its items are: ${itemTypes.join(', ')}`, { default: 'asset' }),
    flag('--stage <name>', 'one that new ones begin with (default: every stage of their space); repeatable', {
      as: 'list',
    }),
    flag('--icon <name>', 'what it is shown by: car, paw-print, sword'),
    ifMissingFlag,
  ],
  examples: ['kind create Vehicle --stage Modeling --stage Rigging --icon car'],
  run: async ({ name = '', icon, ...options }: Options, context) => {
    const itemType = itemTypes.find((each) => each === options.type)
    if (itemType === undefined)
      throw usageError(`There is no type "${options.type}".`, `The types are ${itemTypes.join(', ')}.`)
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const present = findPresent(studio.getKinds(), name, options)
    if (present !== undefined)
      return tellChange({ id: present.id, key: present.key, name: present.name, operation: null }, context)
    const id = client.ids.newId<ItemKindId>()
    const kind = { id, name, itemType, icon, stageIds: readStages(studio, options.stage) }
    const done = await createKind({ studio, kind }, client)
    const operation = await settleWrite({ label: `Create kind ${name}`, studioId: studio.studioId, done }, context)
    const made = studio.getKinds().find((each) => each.id === id)
    return tellChange({ id, key: made?.key ?? null, name, operation }, context)
  },
})
