import { defineWith, type CommandContext } from '#app/commands/define-command.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { placesStore, togglePinned } from '#app/stores/places-store.ts'
import { findKeyedPlaces, findLastSpace, findPlace } from './places.ts'

const define = defineWith({ group: 'Go to', scope: 'global' })
const isPinned = ({ path }: CommandContext): boolean => placesStore.pinned.includes(path)

/** Commands that return to where the person works: the last grid, pinned places, recent places. */
export const placeCommands = [
  define({
    id: 'go.last-space',
    title: 'Last space',
    keys: ['g g'],
    keywords: ['grid', 'back', 'recent'],
    detail: ({ path }) => findLastSpace(path)?.name,
    when: ({ path }) => findLastSpace(path) !== undefined,
    run: ({ path, navigate }) => navigate(findLastSpace(path)?.path ?? path),
  }),
  define({
    id: 'place.pin',
    title: 'Pin this page',
    keywords: ['favourite', 'favorite', 'bookmark'],
    when: (context) => findPlace(context.path) !== undefined && !isPinned(context),
    run: ({ path }) => {
      togglePinned(path)
      const at = findKeyedPlaces(path).findIndex((place) => place.path === path)
      showToast({ kind: 'success', text: at < 0 ? 'Pinned' : `Pinned as place ${at + 1}` })
    },
  }),
  define({
    id: 'place.unpin',
    title: 'Unpin this page',
    when: isPinned,
    run: ({ path }) => {
      togglePinned(path)
      showToast({ text: 'Unpinned' })
    },
  }),
  ...['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'].map((ordinal, index) =>
    define({
      id: `go.${ordinal}-place`,
      title: `The ${ordinal} pinned or recent place`,
      keys: [`g ${index + 1}`],
      detail: ({ path }) => findKeyedPlaces(path)[index]?.name,
      when: ({ path }) => findKeyedPlaces(path)[index] !== undefined,
      run: ({ path, navigate }) => navigate(findKeyedPlaces(path)[index]?.path ?? path),
    }),
  ),
]
