import { defineWith, type Command } from '#app/commands/define-command.ts'

const define = defineWith({ group: 'Reviews', scope: 'review', isKeyOnly: true, isRepeatable: true })

/** The commands that move through the list of sessions. */
export const listCommands: readonly Command[] = [
  define({
    id: 'reviews.down',
    title: 'Next session',
    keys: ['down'],
    shadows: ['viewer.next-marker', 'viewer.look-down'],
    run: () => move(1),
  }),
  define({
    id: 'reviews.up',
    title: 'Previous session',
    keys: ['up'],
    shadows: ['viewer.previous-marker', 'viewer.look-up'],
    run: () => move(-1),
  }),
]

function move(by: 1 | -1): void {
  const sessions = [...document.querySelectorAll<HTMLElement>('[data-review]')]
  const at = sessions.findIndex((session) => session === document.activeElement)
  const to = at < 0 ? 0 : at + by
  sessions[to]?.focus()
}
