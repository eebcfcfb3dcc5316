import { toSlug } from '#core/lib/slug.ts'
import { writeCalendar } from '#core/timeline/icalendar.ts'
import { endOf } from '#core/timeline/plan.ts'
import { toId, type UserId } from '#core/lib/ids.ts'
import { defineWith, type Command } from '#app/commands/define-command.ts'
import { showToast } from '#app/stores/toast-store.ts'
import type { TimelineModel } from '../model/timeline-model.ts'
import type { TimelinePage } from '../timeline-page-context.ts'
import { setTimelineView } from '../timeline-store.ts'

const define = defineWith({ group: 'Calendar', scope: 'timeline' })

/** Commands that export a person's plan to their own calendar, as a file or by an address. */
export function makeCalendarCommands({ client, model }: TimelinePage): readonly Command[] {
  return [
    define({
      id: 'timeline.export-calendar',
      title: 'Save a plan as a calendar file',
      keywords: ['ics', 'icalendar', 'export', 'download'],
      args: [
        {
          id: 'artist',
          placeholder: 'Whose plan?',
          options: () => model.getMembers().map(({ userId, displayName }) => ({ value: userId, label: displayName })),
        },
      ],
      run: (_context, [userId = '']) => saveCalendar(model, toId<UserId>(userId), client.clock.now()),
    }),
    define({
      id: 'timeline.calendar-feed',
      title: 'Calendar address of my plan…',
      keywords: ['ics', 'icalendar', 'subscribe', 'google calendar', 'outlook'],
      run: () => setTimelineView({ dialog: { kind: 'feed' } }),
    }),
  ]
}

function saveCalendar(model: TimelineModel, userId: UserId, now: number): void {
  const name = model.getMembers().find((member) => member.userId === userId)?.displayName ?? 'Timeline'
  const events = model
    .getScheduled()
    .filter(({ assigneeId }) => assigneeId === userId)
    .map((block) => {
      const { title, stage } = model.describe(block)
      const projectId = model.timeline.findTask(block.taskId)?.projectId ?? ''
      const description = model.studio.replica.find('projects', projectId)?.name ?? ''
      return {
        id: block.id,
        title: `${title} ${stage}`,
        description,
        startDate: block.startDate,
        endDate: endOf(block),
      }
    })
  if (events.length === 0) {
    showToast({ text: `Nothing is planned for ${name}.` })
    return
  }
  const url = URL.createObjectURL(new Blob([writeCalendar(name, events, now)], { type: 'text/calendar' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${toSlug(name)}.ics`
  link.click()
  // The browser has taken the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
