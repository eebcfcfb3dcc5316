import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Space } from '#core/schema/spaces.ts'
import { updateSpace } from '#core/projects/update-space.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { printChange } from '#cli/change/print-change.ts'
import type { Context } from '#cli/context.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { listSpaces } from '#cli/select/load-tasks.ts'
import { pickOne } from '#cli/select/pick.ts'
import { toSpaceRow } from './to-space-row.ts'

export type Place = { readonly client: StudioClient; readonly studio: StudioReplica }

type Which = { readonly which: string; readonly project: string | undefined }

export async function change(which: Which, fields: Partial<Pick<Space, 'name' | 'isActive'>>, context: Context) {
  const { client, studio } = await open(context)
  const space = pick(studio, which)
  const before = fields.name === undefined ? { isActive: space.isActive } : { name: space.name }
  if (before.name === fields.name && before.isActive === fields.isActive)
    return printSpace({ studio, space, operation: null }, context)
  const done = await updateSpace({ studio, spaceId: space.id, fields }, client)
  const operation = await confirmWrite(
    { label: `Change space ${space.name}`, studioId: studio.studioId, done },
    context,
  )
  printSpace({ studio, space: studio.replica.find('spaces', space.id) ?? space, operation }, context)
}

/** The columns of a changed space shown to people. */
export const shownOfChange = ['id', 'path', 'name', 'operation'] as const

type ChangedSpace = { readonly studio: StudioReplica; readonly space: Space; readonly operation: string | null }

/** Prints a changed space and how to undo it; JSON has the same fields as a list. */
function printSpace({ studio, space, operation }: ChangedSpace, context: Context): void {
  printChange({ ...toSpaceRow(studio, space), operation }, context, shownOfChange)
}

export function pick(studio: StudioReplica, { which, project }: Which): Space {
  const spaces = listSpaces(studio, { ...(project !== undefined && { project }) })
  const [space, ...parents] = which.split('/').toReversed()
  const [parent] = parents
  const inProject = parent === undefined ? spaces : listSpaces(studio, { project: parent })
  return pickOne(inProject, space ?? which, { one: 'space', many: 'spaces' })
}

export async function open(context: Context): Promise<Place> {
  const client = await context.openClient()
  return { client, studio: await loadStudio(client, context) }
}
