import { defineVerb } from '#cli/define-verb.ts'
import { openPlace, openReview, pickReview, type Which } from './open-review.ts'

export const verb = defineVerb({
  arguments: '<which>',
  summary: 'list the tasks of a review session and how they were judged',
  examples: ['review show Monday'],
  run: async (options: Which, context) => {
    const place = await openPlace(context)
    const { lines } = await openReview(place, pickReview(place.studio, options))
    const rows = lines.map(({ entry, record }, index) => ({
      id: entry.id,
      place: index + 1,
      // What was deleted is still told.
      path: record?.path ?? null,
      status: record?.status ?? null,
      judged: place.studio.replica.find('task_statuses', entry.judgedStatusId ?? '')?.name ?? null,
      cutIn: entry.cutIn ?? null,
      cutOut: entry.cutOut ?? null,
      taskId: entry.taskId,
      versionId: entry.versionId ?? null,
    }))
    context.printList({
      rows,
      fields: ['id', 'place', 'path', 'status', 'judged', 'cutIn', 'cutOut', 'taskId', 'versionId'],
      columns: ['place', 'path', 'status', 'judged', 'cutIn', 'cutOut'],
    })
  },
})
