import { colorOfGroup } from '#core/fields/field-group.ts'
import type { TimelineTaskRow } from '#core/schema/timeline-tasks.ts'
import { defaultStatusColor } from '#core/studios/default-statuses.ts'
import { avatarColorOf, barColorOf, projectColorOf } from '#core/studios/palette.ts'
import type { ColorMode } from '#core/items/saved-filter.ts'
import type { ScheduledBlock } from '#core/timeline/layout.ts'
import { findColorField, groupIdOfTask } from './field-colors.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

/** Returns a bar's colour under the current colour mode. */
export type ColorOf = (block: ScheduledBlock, task: TimelineTaskRow) => string

/** Makes the rule of a colour mode: the studio's own colours where set, else one of ten by a hash of the id. */
export function makeColorKeys(studio: StudioReplica): (mode: ColorMode) => ColorOf {
  return (mode) => {
    const field = findColorField(studio, mode)
    if (field !== undefined) return (_, task) => colorOfGroup(field, groupIdOfTask(field, task))
    const rules: Readonly<Record<string, ColorOf>> = {
      status: (_, task) => studio.replica.find('task_statuses', task.statusId)?.color ?? '',
      stage: (_, task) => studio.replica.find('stages', task.stageId)?.color ?? '',
      artist: (block) => avatarColorOf(block.assigneeId),
      project: (_, task) => projectColorOf(studio.replica.find('projects', task.projectId)?.name ?? ''),
      space: (_, task) => barColorOf(task.spaceId),
      collection: (_, task) => barColorOf(task.collectionId),
      item: (_, task) => barColorOf(task.itemId),
      kind: (_, { kindId }) => (kindId === undefined ? defaultStatusColor : barColorOf(kindId)),
    }
    // A field that is gone has no colours.
    return rules[mode] ?? (() => '')
  }
}
