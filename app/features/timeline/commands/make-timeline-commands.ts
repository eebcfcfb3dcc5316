import type { Command } from '#app/commands/define-command.ts'
import type { TimelinePage } from '../timeline-page-context.ts'
import { makeBlockCommands } from './block-commands.ts'
import { makeCalendarCommands } from './calendar-commands.ts'
import { makeFocusCommands } from './focus-commands.ts'
import { makeMoveCommands } from './move-commands.ts'
import { makePlanCommands } from './plan-commands.ts'
import { makeReviewCommands } from './review-commands.ts'
import { makeViewCommands } from './view-commands.ts'

/** Makes all commands of an open timeline. */
export function makeTimelineCommands(page: TimelinePage): readonly Command[] {
  return [
    makeFocusCommands,
    makeMoveCommands,
    makeBlockCommands,
    makePlanCommands,
    makeViewCommands,
    makeCalendarCommands,
    makeReviewCommands,
  ].flatMap((make) => make(page))
}
