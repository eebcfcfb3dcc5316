import { createFields, makeOptions } from '#core/fields/change-fields.ts'
import type { FieldId } from '#core/lib/ids.ts'
import { fieldKinds, fieldOwners } from '#core/schema/field-definitions.ts'
import { newRow } from '#core/schema/tables.ts'
import { findExisting, ifMissingFlag, type IfMissing } from '#cli/change/if-missing.ts'
import { confirmWrite, waitForRows } from '#cli/change/confirm-write.ts'
import { getCreated } from '#cli/change/get-created.ts'
import { printChange } from '#cli/change/print-change.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { checkDecimals } from './check-decimals.ts'
import { findPlaces } from './find-places.ts'
import { readDefault } from './read-default.ts'
import { readOptions } from './read-options.ts'
import { readRole } from './read-role.ts'
import { toFieldRow } from './to-field-row.ts'

type Options = IfMissing &
  Pick<GlobalOptions, 'project' | 'space'> & {
    readonly name?: string
    readonly kind?: string
    readonly of?: string
    readonly key?: string
    readonly unit?: string
    readonly decimals?: number
    readonly option?: readonly string[]
    readonly description?: string
    readonly formula?: string
    readonly writtenBy?: string
    readonly readBy?: string
    readonly default?: string
  }

export const verb = defineVerb({
  arguments: '<name>',
  summary: 'create a field of your own for items, tasks or projects',
  options: [
    flag('--kind <kind>', `what it takes: ${fieldKinds.join(', ')}`, { default: 'text' }),
    flag('--of <what>', `what has it: ${fieldOwners.join(', ')}`, { default: 'item' }),
    flag('--key <key>', 'its name in scripts and files (default: made from the name)'),
    flag('--option <name>', 'an option, for choice and choices, such as Easy=#22c55e with its colour; repeatable', {
      as: 'list',
    }),
    flag('--unit <unit>', 'unit of a number: frames, m'),
    flag('--decimals <count>', 'digits after the point of a number', { as: 'number' }),
    flag('--formula <expression>', 'what a formula is calculated from: frames + 2 * handles'),
    flag('--default <value>', 'default for new rows'),
    flag('--written-by <role>', 'lowest role that may write it: owner, admin, lead, member'),
    flag('--read-by <role>', 'lowest role that may read it: owner, admin, lead, member'),
    flag('--description <text>', 'what it is for'),
    ifMissingFlag,
  ],
  examples: [
    'field create Difficulty --kind choice --option Easy=#22c55e --option Hard',
    "field create Days --kind formula --formula 'sum(tasks, t, t.hours) / 8' --unit d --decimals 1",
    'field create Producer --of project --kind person',
    'field create Farm --of task',
  ],
  /** Creates a field; --project or --space narrows it to them. */
  run: async (options: Options, context) => {
    const { name = '', key, unit, decimals, description } = options
    const kind = fieldKinds.find((each) => each === options.kind?.replace('-', '_'))
    if (kind === undefined)
      throw usageError(`There is no kind "${options.kind}".`, `The kinds are ${fieldKinds.join(', ')}.`)
    const of = fieldOwners.find((each) => each === options.of)
    if (of === undefined)
      throw usageError(`There is no field of ${options.of}.`, `Fields are of ${fieldOwners.join(', ')}.`)
    if (kind === 'formula' && of !== 'item') throw usageError('Only items have formulas.')
    if (of === 'project' && options.space !== undefined)
      throw usageError('A field of projects cannot be limited to a space.', 'Name a --project.')
    if (key !== undefined && !/^[a-z][a-z0-9_]{0,39}$/.test(key))
      throw usageError(`"${key}" is not a key.`, 'Keys are lower-case letters, digits and _, starting with a letter.')
    const isChoice = kind === 'choice' || kind === 'choices'
    const choices = readOptions(options.option ?? [])
    if (isChoice !== choices.length > 0)
      throw usageError(isChoice ? 'Which options?' : 'Only choice and choices have options.', 'See --option.')
    if ((kind === 'formula') !== (options.formula !== undefined))
      throw usageError(kind === 'formula' ? 'Which formula?' : 'Only a formula has one.', 'See --formula.')
    checkDecimals(decimals)
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const present = findExisting(
      studio.getAllFields().filter((each) => each.of === of),
      name,
      options,
    )
    const shown = ['id', 'key', 'name', 'operation'] as const
    if (present !== undefined) return printChange({ ...toFieldRow(studio, present), operation: null }, context, shown)
    const id = client.ids.newId<FieldId>()
    const placeIds = findPlaces(studio, options)
    const shape = newRow('field_definitions', { id, key: '', name, kind, options: makeOptions(choices, []) })
    const defaultValue = options.default === undefined ? undefined : readDefault(studio, shape, options.default)
    const more = {
      formula: options.formula,
      writeFloor: readRole(options.writtenBy),
      readFloor: readRole(options.readBy),
      defaultValue,
    }
    const field = { id, of, name, kind, key, unit, decimals, description, options: choices, placeIds, ...more }
    const done = await createFields({ studio, fields: [field] }, client)
    const operation = await confirmWrite({ label: `Create field ${name}`, studioId: studio.studioId, done }, context)
    // The server numbers the key if a field with it was deleted lately.
    await waitForRows(operation, client)
    const made = getCreated(studio.replica.find('field_definitions', id))
    return printChange({ ...toFieldRow(studio, made), operation }, context, shown)
  },
})
