import { editField, makeOptions, type FieldEdit } from '#core/fields/change-fields.ts'
import { fieldKinds } from '#core/schema/field-definitions.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { printChange } from '#cli/change/print-change.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { checkDecimals } from './check-decimals.ts'
import { findField } from './find-field.ts'
import { addPlaces } from './find-places.ts'
import { setKind } from './set-kind.ts'
import { readDefault } from './read-default.ts'
import { readOptions } from './read-options.ts'
import { readRole } from './read-role.ts'

type Options = {
  readonly field?: string
  readonly name?: string
  readonly kind?: string
  readonly dryRun?: boolean
  readonly description?: string
  readonly unit?: string
  readonly decimals?: number
  readonly option?: readonly string[]
  readonly formula?: string
  readonly writtenBy?: string
  readonly readBy?: string
  readonly default?: string
  readonly add?: boolean
  readonly everywhere?: boolean
  readonly project?: string
  readonly space?: string
}

export const verb = defineVerb({
  arguments: '<field>',
  summary: 'change a field; its key stays',
  options: [
    flag('--name <name>', 'its name'),
    flag('--kind <kind>', `what it takes from now on: ${fieldKinds.filter((kind) => kind !== 'formula').join(', ')}`),
    flag('-n, --dry-run', 'with --kind: show what can be kept, and change nothing'),
    flag('--description <text>', 'what it is for'),
    flag('--unit <unit>', 'what a number counts'),
    flag('--decimals <count>', 'digits after the point of a number', { as: 'number' }),
    flag('--option <name>', 'an option, such as Easy or Easy=#22c55e; name all of them in order; repeatable', {
      as: 'list',
    }),
    flag('--formula <expression>', 'what a formula is calculated from'),
    flag('--default <value>', 'default for new rows; empty for none'),
    flag('--written-by <role>', 'lowest role that may write it: owner, admin, lead, member; all for each'),
    flag('--read-by <role>', 'lowest role that may read it: owner, admin, lead, member; all for everybody'),
    flag('--add', 'also use it in --project or --space'),
    flag('--everywhere', 'use it in every project'),
  ],
  run: async ({ field: which = '', ...options }: Options, context) => {
    checkDecimals(options.decimals)
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const field = findField(studio, which)
    const { name, description, unit, decimals, formula } = options
    const [writeFloor, readFloor] = [readRole(options.writtenBy), readRole(options.readBy)]
    const placeIds = addPlaces(studio, field, options)
    if (formula !== undefined && field.kind !== 'formula') throw usageError(`${field.name} is not a formula.`)
    const given = options.option && readOptions(options.option)
    const present = given === undefined ? field : { ...field, options: makeOptions(given, field.options) }
    const edit: FieldEdit = {
      ...(name !== undefined && { name: name.trim() }),
      ...(description !== undefined && { description }),
      ...(unit !== undefined && { unit }),
      ...(decimals !== undefined && { decimals }),
      ...(given !== undefined && { options: present.options }),
      ...(options.default !== undefined && { defaultValue: readDefault(studio, present, options.default) }),
      ...(formula !== undefined && { formula }),
      ...(writeFloor !== undefined && { writeFloor }),
      ...(readFloor !== undefined && { readFloor }),
      ...(placeIds !== undefined && { placeIds }),
    }
    if (options.kind !== undefined) {
      if (Object.keys(edit).length > 0) throw usageError('Change the kind first, then the rest.')
      return await setKind(options, { field, studio, client }, context)
    }
    if (options.dryRun === true) throw usageError('--dry-run works only with --kind.')
    if (Object.keys(edit).length === 0) throw usageError('Nothing to change.', 'See: studio-cli field set --help')
    const done = await editField({ studio, field, edit }, client)
    const { id, key } = field
    const label = `Change field ${field.name}`
    const operation = await confirmWrite({ label, studioId: studio.studioId, done }, context)
    printChange({ id, key, name: edit.name ?? field.name, operation }, context)
  },
})
