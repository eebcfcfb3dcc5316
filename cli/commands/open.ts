import { toTaskSlug } from '#core/tasks/task-slug.ts'
import type { Context } from '#cli/context.ts'
import { usageError } from '#cli/cli-error.ts'
import { openAddress } from '#cli/open-address.ts'
import { findStudio } from '#cli/select/load-studio.ts'
import { loadTasks, type TaskFilterOptions } from '#cli/select/load-tasks.ts'
import { nothingMatched } from '#cli/cli-error.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'

export type OpenOptions = TaskFilterOptions & { readonly target?: string; readonly print?: boolean }

export const verb = defineVerb({
  arguments: '[target]',
  summary: 'open the studio, or a task named by its path or id, in the browser',
  options: [flag('--print', 'print the address instead')],
  examples: ['open sq010/sh0040:anim', 'open --print'],
  /** Opens a page of the app; when not at a terminal the address is printed, as with `--print`. */
  run: async (options: OpenOptions, context) => {
    const address = await toAddress(options, context)
    if (options.print === true || !context.io.isOutputTty) context.io.out(`${address}\n`)
    else {
      context.say(`Opening ${address}`)
      openAddress(address)
    }
  },
})

async function toAddress(options: OpenOptions, context: Context): Promise<string> {
  const { url } = await context.loadHost()
  const summary = await findStudio(context)
  const home = `${url}/studio/${summary.slug}`
  if (options.target === undefined) return `${home}/projects`
  const client = await context.openClient()
  const studio = await client.openStudio(summary.id)
  const tasks = await loadTasks({ client, studio }, options, [options.target])
  const [task] = tasks
  const [project, space, , itemAndStage] = task?.path.split('/') ?? []
  if (task === undefined || project === undefined || space === undefined || itemAndStage === undefined)
    throw nothingMatched(`There is no task "${options.target}".`)
  if (new Set(tasks.map((each) => each.task.itemId)).size > 1)
    throw usageError(
      `"${options.target}" names ${tasks.length} tasks.`,
      'Name one: studio-cli task list shows their paths.',
    )
  const [item = ''] = itemAndStage.split(':')
  const search = new URLSearchParams({ item, ...(tasks.length === 1 && { task: toTaskSlug(task.stage) }) })
  return `${home}/project/${project}/space/${space}?${search}`
}
