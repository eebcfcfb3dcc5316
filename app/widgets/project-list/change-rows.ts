import { changeFields } from '#core/fields/change-fields.ts'
import { parseFieldText } from '#core/fields/field-text.ts'
import type { Done } from '#core/change/context.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { ItemId, TaskId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import type { Result } from '#core/lib/result.ts'
import { isFieldOf, type FieldDefinition } from '#core/schema/field-definitions.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Command, CommandOutcome } from '#app/commands/define-command.ts'
import { fieldPages } from '#app/widgets/field-facts/field-pages.ts'
import { refuseGone } from '#app/widgets/field-facts/field-row.ts'
import { performAll } from '#app/widgets/perform.ts'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import type { ProjectItem } from '#app/widgets/project-content/project-items.ts'

/** A row of a project's list: an item, or one of its tasks. */
export type ChangedRow = { readonly place: ProjectItem; readonly task?: { readonly id: TaskId } | undefined }

/** The part of a change within one space. */
export type SpacePart<Row> = {
  readonly client: StudioClient
  readonly replica: SpaceReplica
  readonly rows: readonly Row[]
  readonly itemIds: readonly ItemId[]
}

type Change<Row> = (part: SpacePart<Row>) => Promise<Result<Done>>

/** Changes rows in any spaces: one step per space, and one undo for all. */
export async function changeRows<Row extends ChangedRow>(
  rows: readonly Row[],
  change: Change<Row>,
  failedText: string = messages.unexpected,
): Promise<CommandOutcome> {
  const client = findProjectContent()?.client
  if (client === undefined) return undefined
  const steps = [...Map.groupBy(rows, ({ place }) => place.replica)].map(([replica, group]) => async () => {
    const itemIds = [...new Set(group.map(({ place }) => place.item.id))]
    return await change({ client, replica, rows: group, itemIds })
  })
  return await performAll(steps, { client, failedText })
}

type FieldCommand = Pick<Command, 'id' | 'group' | 'scope'> & {
  readonly listFields: () => readonly FieldDefinition[]
  readonly listTargets: () => readonly ChangedRow[]
  readonly when: () => boolean
  /** The text beside a field's name; by default, what its kind takes. */
  readonly describe?: (field: FieldDefinition) => string
}

/** Returns a command that sets a field of all target rows, or of their items, in the spaces that have the field. */
export function makeFieldCommand({ listFields, listTargets, when, describe, ...base }: FieldCommand): Command {
  const listOwn = (): readonly FieldDefinition[] =>
    listFields().filter((field) => field.kind !== 'formula' && findProjectContent()?.studio.canWrite(field) === true)
  const findMembers = () => findProjectContent()?.studio.getMembers() ?? []
  return {
    ...base,
    title: 'Set a field…',
    keys: ['e'],
    keywords: ['field', 'value', 'column', 'custom'],
    needs: 'create',
    // Available even with no field left: the last one may be deleted while someone types for it, and that must be
    // reported.
    when,
    args: fieldPages({ list: listOwn, getPeople: () => findMembers(), ...(describe && { describe }) }),
    run: async (_context, [fieldId = '', text = '']) => {
      const field = listOwn().find(({ id }) => id === fieldId)
      if (field === undefined) return refuseGone(text)
      const read = parseFieldText(field, text, findMembers())
      if (!read.ok) return read
      const values = { [field.key]: read.value }
      const rows = listTargets().filter(({ place }) => isFieldOf(field, place.space))
      const of = field.of === 'item' ? 'item' : 'task'
      return await changeRows(rows, async ({ client, replica: within, rows: part, itemIds }) => {
        const ids = of === 'item' ? itemIds : part.flatMap(({ task }) => task?.id ?? [])
        return await changeFields({ of, within, changes: ids.map((id) => ({ id, values })) }, client)
      })
    },
  }
}
