import { toId, type MediaId } from '#core/lib/ids.ts'
import { defineWith, type Command } from '#app/commands/define-command.ts'
import { links } from '#app/routes.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { nextCompareMode } from '#app/widgets/media-viewer/compare-store.ts'
import { findPlayer } from '#app/widgets/media-viewer/viewer-store.ts'
import { burnIn } from './burn-in-store.ts'
import { findOther, listComparables, roomCompare } from './room-compare.ts'
import { reelStore } from './room-reel.ts'
import { findRoom } from './room-store.ts'

const define = defineWith({ group: 'Review', scope: 'review' })

/** The commands for how the films of a session play. */
export const reelCommands: readonly Command[] = [
  define({
    id: 'review.around',
    title: 'Play two shots around this one, or all',
    keys: ['x'],
    keywords: ['cut', 'context', 'neighbours'],
    when: () => (findRoom()?.entries.length ?? 0) > 1,
    run: () => {
      const isAround = reelStore.getMode() === 'around'
      const shown = findRoom()?.shown
      reelStore.setAround(isAround ? undefined : shown?.entry.id)
      showToast({ text: isAround ? 'Plays on to the last film' : 'Plays two before and two after this one' })
      if (!isAround) findPlayer()?.play(1)
    },
  }),
  define({
    id: 'review.loop',
    title: 'Loop the marked range, or the film',
    keys: ['r'],
    keywords: ['repeat', 'again'],
    when: () => findPlayer() !== undefined,
    run: () => findPlayer()?.toggleLoop(),
  }),
  define({
    id: 'review.compare',
    title: 'Compare with the version before, or a stage beside it',
    keys: ['v'],
    keywords: ['wipe', 'difference', 'overlay'],
    shadows: ['view.density'],
    when: () => findRoom()?.shown?.task !== undefined,
    run: () => {
      const room = findRoom()
      if (room !== undefined && !roomCompare.isOn() && findOther(room) === undefined) {
        const { item, stage } = room.shown ?? {}
        const what = [item?.title, stage?.name].filter((part) => part !== undefined).join(', ')
        showToast({ text: `There is no other version of ${what}, and no other stage, to compare with.` })
      } else roomCompare.toggle()
    },
  }),
  define({
    id: 'review.compare-mode',
    title: 'Side by side, wipe, overlay or difference',
    keys: ['shift+v'],
    when: roomCompare.isOn,
    run: nextCompareMode,
  }),
  define({
    id: 'review.compare-with',
    title: 'Compare with…',
    when: () => {
      const room = findRoom()
      return room !== undefined && findOther(room) !== undefined
    },
    args: [
      {
        id: 'media',
        placeholder: 'Version or stage',
        options: () => {
          const room = findRoom()
          return room === undefined ? [] : listComparables(room).map(({ media, label }) => ({ value: media.id, label }))
        },
      },
    ],
    run: (_context, [id = '']) => roomCompare.choose(toId<MediaId>(id)),
  }),
  define({
    id: 'review.burn-in',
    title: 'Name and frame over the picture',
    keys: ['b'],
    keywords: ['burn-in', 'slate', 'frame number'],
    when: () => findPlayer() !== undefined,
    run: burnIn.toggle,
  }),
  define({
    id: 'review.projector',
    title: 'Open the projector’s view',
    keywords: ['second screen', 'cinema', 'monitor'],
    when: () => findRoom() !== undefined,
    run: ({ openTab }) => {
      const room = findRoom()
      if (room === undefined) return
      const { studioSlug, projectSlug, session } = room
      openTab(`${links.review({ studioSlug, projectSlug, reviewId: session.id })}?view=screen`)
    },
  }),
]
