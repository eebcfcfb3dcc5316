import { changeFields } from '#core/fields/change-fields.ts'
import { parseFirstFrame } from '#core/revisions/frame-number.ts'
import { hasFieldValues } from '#core/schema/field-values.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { readAssignments } from '../field/read-assignments.ts'
import { change, open, pick, printProject } from './change-project.ts'

type Options = {
  /** The existing project; the global `--project` is ignored here. */
  readonly which?: string
  readonly firstFrame?: string
  readonly versions?: string
  readonly field?: readonly string[]
}

export const verb = defineVerb({
  arguments: '<which>',
  summary: 'set fields of a project, or how it counts frames and revisions',
  options: [
    flag('--field <key=value>', 'a field and its value, an empty one for none; repeatable', { as: 'list' }),
    flag('--first-frame <number>', 'number of the first frame of its films, such as 1001; empty for 1'),
    flag('--versions <by>', 'number revisions by their file (shot_v07.mov becomes v7), or by count'),
  ],
  examples: ['project set the-salt-road --first-frame 1001', 'project set the-salt-road --versions file'],
  run: async ({ which = '', firstFrame, versions, field = [] }: Options, context) => {
    const isCounting = firstFrame !== undefined || versions !== undefined
    if (field.length > 0) {
      if (isCounting) throw usageError('Set fields and counting in two commands.')
      return await setFields(which, field, context)
    }
    if (!isCounting)
      throw usageError('Nothing to set.', 'Pass --field key=value, --first-frame 1001 or --versions file.')
    if (versions !== undefined && versions !== 'file' && versions !== 'count')
      throw usageError(`--versions is file or count, not "${versions}".`)
    const first = parseFirstFrame(firstFrame ?? '')
    if (!first.ok) throw usageError(first.error.message)
    const fields = {
      ...(firstFrame !== undefined && { firstFrame: first.value }),
      ...(versions !== undefined && { followsFileVersions: versions === 'file' }),
    }
    await change(which, fields, context)
  },
})

async function setFields(which: string, given: readonly string[], context: Context): Promise<void> {
  const { client, studio } = await open(context)
  const project = pick(studio, which)
  const { id, name } = project
  const values = readAssignments(studio, given, 'project')
  if (hasFieldValues(project.fields, values)) return printProject({ studio, project, operation: null }, context)
  const label = `Set ${Object.keys(values).join(', ')} of ${name}`
  const done = await changeFields({ of: 'project', within: studio, changes: [{ id, values }], label }, client)
  const operation = await confirmWrite({ label, studioId: studio.studioId, done }, context)
  return printProject({ studio, project, operation }, context)
}
