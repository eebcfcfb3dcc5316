import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { SpaceId } from '#core/lib/ids.ts'
import { loadKindRows } from '#core/fields/load-kind-rows.ts'
import { changeKind, describeKindPlan, planKind } from '#core/fields/change-kind.ts'
import { fieldKinds, type FieldDefinition } from '#core/schema/field-definitions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { printChange } from '#cli/change/print-change.ts'
import { usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'

type Options = { readonly kind?: string; readonly dryRun?: boolean }
type Place = { readonly field: FieldDefinition; readonly studio: StudioReplica; readonly client: StudioClient }

/** Shows which of a field's values another kind keeps, and changes it after confirmation. */
export async function setKind(options: Options, { field, studio, client }: Place, context: Context): Promise<void> {
  const kind = fieldKinds.find((each) => each === options.kind?.replace('-', '_'))
  if (kind === undefined)
    throw usageError(`There is no kind "${options.kind}".`, `The kinds are ${fieldKinds.join(', ')}.`)
  const { studioId } = studio
  const open = async (spaceId: SpaceId): Promise<SpaceReplica> => await client.openSpace({ studioId, spaceId })
  const rows = await loadKindRows(studio, field, open)
  const plan = planKind({ field, kind, rows, people: studio.getMembers() })
  if (!plan.ok) throw usageError(plan.error.message)
  context.say(describeKindPlan(plan.value))
  const { id, key, name } = field
  if (options.dryRun === true) {
    const cleared = plan.value.lost.length
    context.printRecord({ id, key, name, kept: plan.value.values.length - cleared, cleared, operation: null })
    return context.say('Nothing was changed.')
  }
  if (plan.value.lost.length > 0) await context.confirm('Change the kind anyway?')
  const done = await changeKind({ studio, plan: plan.value }, client)
  const operation = await confirmWrite({ label: `Change the kind of ${name}`, studioId, done }, context)
  return printChange({ id, key, name, operation }, context)
}
