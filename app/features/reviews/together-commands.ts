import { defineWith, type Command } from '#app/commands/define-command.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { drawIntoDraft } from '#app/widgets/comments/draw-into-draft.ts'
import { findCanvas } from '#app/widgets/media-viewer/drawing-commands.ts'
import { laserStore } from './laser-store.ts'
import { refuseLockedNote } from './room-note.ts'
import { findRoom, focusRoom } from './room-store.ts'
import { nameOf } from './participant-name.ts'
import { togetherStore } from './together-store.ts'

const define = defineWith({ group: 'Review', scope: 'review' })

/** The commands of a room: the lead, being in step, laser and drawing. */
export const togetherCommands: readonly Command[] = [
  define({
    id: 'review.step',
    title: 'Leave step, or be in step again',
    keys: ['\\'],
    keywords: ['sync', 'follow', 'together'],
    when: () => togetherStore.getView()?.isJoined === true,
    run: () => {
      const together = togetherStore.find()
      const { isInStep = true, isLeading = false } = together?.get() ?? {}
      if (isLeading) showToast({ text: 'You lead: hand over first, or let somebody take the lead.' })
      else together?.setInStep(!isInStep)
    },
  }),
  define({
    id: 'review.lead',
    title: 'Lead, or ask for the lead',
    keys: ['shift+l'],
    keywords: ['sync', 'present', 'drive'],
    shadows: ['viewer.loop'],
    when: () => togetherStore.getView()?.isJoined === true,
    run: () => {
      const together = togetherStore.find()
      const room = findRoom()
      if (together === undefined || room === undefined) return
      const { isLeading, leader, people } = together.get()
      if (!room.studio.can('create')) showToast({ text: 'Your role may watch and write notes, but not lead.' })
      else if (isLeading)
        showToast({ text: people.length > 1 ? 'You lead already.' : 'You lead already; nobody else is here.' })
      else if (leader === undefined) together.takeLead()
      else {
        together.askForLead()
        showToast({ text: `${nameOf(leader, room)} is asked for the lead.` })
      }
    },
  }),
  define({
    id: 'review.take-lead',
    title: 'Take the lead without asking',
    keywords: ['sync', 'present', 'drive'],
    when: () => togetherStore.getView()?.isLeading === false && findRoom()?.studio.can('create') === true,
    run: () => togetherStore.find()?.takeLead(),
  }),
  define({
    id: 'review.hand-over',
    title: 'Hand the lead over…',
    keys: ['shift+h'],
    keywords: ['sync', 'present', 'give'],
    when: () => togetherStore.getView()?.isLeading === true && listSuccessors().length > 0,
    args: [{ id: 'to', placeholder: 'To whom?', options: listSuccessors, empty: 'Nobody else here may lead.' }],
    run: (_context, [to = '']) => togetherStore.find()?.handOver(to),
  }),
  define({
    id: 'review.keep-lead',
    title: 'Keep the lead',
    keywords: ['sync', 'refuse', 'ask'],
    when: () => (togetherStore.getView()?.asking ?? []).length > 0,
    run: () => togetherStore.find()?.keepLead(),
  }),
  define({
    id: 'review.laser',
    title: 'Point with a laser, or stop',
    keys: ['p'],
    keywords: ['pointer', 'show'],
    when: () => togetherStore.getView()?.isJoined === true,
    run: laserStore.toggle,
  }),
  define({
    id: 'review.draw',
    title: 'Draw on this frame',
    keys: ['d'],
    when: () => {
      const room = findRoom()
      return room?.shown?.task !== undefined && room.studio.can('comment') && findCanvas() !== undefined
    },
    run: () => {
      const room = findRoom()
      const task = room?.shown?.task
      if (room === undefined || task === undefined) return
      refuseLockedNote(room)
      drawIntoDraft(task.id)
      focusRoom()
    },
  }),
]

function listSuccessors(): readonly { readonly value: string; readonly label: string }[] {
  const room = findRoom()
  const { people = [], asking = [], state } = togetherStore.getView() ?? {}
  if (room === undefined) return []
  // People who asked come first, in the order they asked.
  return [...asking, ...people.filter((person) => !asking.some(({ id }) => id === person.id))]
    .filter(({ id, mayLead }) => mayLead && id !== state?.leader)
    .map((person) => ({ value: person.id, label: nameOf(person, room) }))
}
