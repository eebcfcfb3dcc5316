import { parseTimeSpent } from '#core/timesheet/time-spent.ts'
import { expandTargets } from '#cli/select/expand-targets.ts'
import { loadTasksWithHistory } from '#cli/select/load-items.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import type { TaskFilterOptions } from '#cli/select/load-tasks.ts'
import { describePreview } from '#core/revisions/previews.ts'
import type { MediaRow } from '#core/schema/media.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { filterFlags } from '../task/task-flags.ts'

export type RevisionListOptions = TaskFilterOptions & { readonly targets: readonly string[] }

export const verb = defineVerb({
  arguments: '[targets...]',
  summary: 'list the revisions of tasks, newest first',
  options: filterFlags,
  examples: ['revision list sq010/sh0040:anim'],
  run: async (options: RevisionListOptions, context) => {
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const targets = await expandTargets(options.targets, context.io)
    const histories = await loadTasksWithHistory({ client, studio }, options, targets)
    const rows = histories.flatMap(({ record, item }) =>
      item.getVersions(record.task.id).map((version) => ({
        id: version.id,
        path: record.path,
        version: version.versionNumber,
        at: new Date(version.createdAt).toISOString(),
        author: studio.replica.find('studio_members', version.createdBy ?? '')?.displayName ?? null,
        timeSpent: version.timeSpent ?? null,
        minutes: parseTimeSpent(version.timeSpent ?? '') ?? 0,
        comment: version.comment,
        current: version.isCurrent,
        files: item.getVersionMedia(version.id).map(({ filename }) => filename),
        previews: item.getVersionMedia(version.id).flatMap(describePreviewState),
      })),
    )
    context.printList({
      rows,
      fields: [
        'id',
        'path',
        'version',
        'at',
        'author',
        'timeSpent',
        'minutes',
        'comment',
        'current',
        'files',
        'previews',
      ],
      columns: ['path', 'version', 'at', 'author', 'timeSpent', 'files', 'comment', 'previews'],
    })
  },
})

/** Describes the state of a file's preview, with its name. */
function describePreviewState(file: MediaRow): readonly string[] {
  const said = describePreview(file)
  return said === undefined ? [] : [`${file.filename}: ${said}`]
}
