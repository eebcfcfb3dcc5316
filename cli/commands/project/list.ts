import type { ProjectRow } from '#core/schema/projects.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { pickAll } from '#cli/select/pick.ts'
import { fieldColumns, toFieldCells } from '#cli/select/field-cells.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { toProjectRow } from './to-project-row.ts'

type Options = GlobalOptions & { readonly where?: readonly string[] }

export const verb = defineVerb({
  summary: 'list the projects you can open',
  options: [
    flag('--where <expression>', 'the projects: active && budget > 100; all must match; repeatable', { as: 'list' }),
  ],
  run: async (options: Options, context) => {
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const all = studio.getProjects()
    const projects =
      options.project === undefined ? all : pickAll(all, options.project, { one: 'project', many: 'projects' })
    const holds = await makeCondition(studio, options.where ?? [], client)
    const wanted = projects.filter(holds)
    const shown = new Set(wanted.flatMap(({ id }) => studio.getProjectFields(id)))
    const fields = studio.getAllFields().filter((field) => shown.has(field))
    const rows = wanted.map((project) =>
      Object.assign(toProjectRow(studio, project), toFieldCells(fields, project.fields, studio.getMembers())),
    )
    const own = fieldColumns(rows)
    const filled = own.filter((field) => rows.some((row) => row[field] !== null))
    context.printList({
      rows,
      fields: ['id', 'name', 'slug', 'active', 'spaces', 'description', 'firstFrame', 'versions', 'createdAt', ...own],
      columns: ['slug', 'name', 'active', 'spaces', ...filled],
    })
  },
})

/** Loads the expression language only if there is a condition. */
async function makeCondition(
  studio: StudioReplica,
  texts: readonly string[],
  { clock }: Pick<StudioClient, 'clock'>,
): Promise<(project: ProjectRow) => boolean> {
  if (texts.length === 0) return () => true
  const { compileConditions, makeProjectScope, todayOf } = await import('#cli/select/expression.ts')
  return compileConditions(texts, makeProjectScope(studio), { today: todayOf(clock) })
}
