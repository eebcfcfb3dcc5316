import { countOf } from '#core/lib/text.ts'
import { changeFields } from '#core/fields/change-fields.ts'
import { groupBy } from '#core/lib/collections.ts'
import { hasFieldValues } from '#core/schema/field-values.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { confirmSize } from '#cli/change/confirm-size.ts'
import type { TaskChangeOptions } from '#cli/change/run-task-change.ts'
import { assertNamed } from '#cli/change/run-task-change.ts'
import { nothingMatched, usageError } from '#cli/cli-error.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { expandTargets } from '#cli/select/expand-targets.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { loadTasks } from '#cli/select/load-tasks.ts'
import { readAssignments } from '../field/read-assignments.ts'
import { changeFlags } from './task-flags.ts'

type Options = TaskChangeOptions & { readonly field?: readonly string[] }

export const verb = defineVerb({
  arguments: '[targets...]',
  summary: 'set fields of tasks; an empty value clears a field',
  options: [flag('--field <key=value>', 'a field and its value; repeatable', { as: 'list' }), ...changeFlags],
  examples: ["task set 'sq010/*:animation' --field farm=Southlight"],
  run: async (options: Options, context) => {
    const { field: given = [], dryRun = false } = options
    if (given.length === 0) throw usageError('Which field?', 'Pass --field key=value.')
    assertNamed(options)
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const values = readAssignments(studio, given, 'task')
    const tasks = await loadTasks({ client, studio }, options, await expandTargets(options.targets, context.io))
    if (tasks.length === 0)
      throw nothingMatched('No tasks match.', 'Check the targets and filters with: studio-cli task list')
    const others = tasks.filter(({ task }) => !hasFieldValues(task.fields, values))
    if (!dryRun) await confirmSize(others.length, options, context)
    const label = `Set ${Object.keys(values).join(', ')} of ${tasks.length === 1 ? tasks[0]?.path : countOf(tasks.length, 'task')}`
    const operations: string[] = []
    for (const [space, records] of dryRun ? [] : groupBy(others, (record) => record.space)) {
      const changes = records.map(({ task }) => ({ id: task.id, values }))
      const done = await changeFields({ of: 'task', within: space, changes, label }, client)
      operations.push(await confirmWrite({ label, studioId: studio.studioId, done }, context))
    }
    const changed = new Set(others)
    const rows = tasks.map((record) => {
      const result = !changed.has(record) ? 'unchanged' : dryRun ? 'planned' : 'changed'
      return { id: record.task.id, path: record.path, result }
    })
    context.print({ rows, fields: ['id', 'path', 'result'] })
    if (dryRun)
      return context.say(`Would change ${others.length} of ${countOf(tasks.length, 'task')}. Nothing was changed.`)
    if (operations.length === 0) return context.say('No change needed.')
    return context.say(
      `Changed ${others.length} of ${countOf(tasks.length, 'task')}. Undo with: ${operations.map((id) => `studio-cli undo ${id}`).join(' and ')}`,
    )
  },
})
