import { toId, type MediaId } from '#core/lib/ids.ts'
import type { UploadEntry } from '#core/sync/uploads/ports.ts'
import { defineWith, type ArgumentPage } from '#app/commands/define-command.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { setUploadsOpen, uploadsStore } from './uploads-store.ts'

const define = defineWith({ group: 'Uploads', scope: 'everywhere' })
const uploads = () => clientStore.get().client?.uploads

const findEntries = (isMeant: (entry: UploadEntry) => boolean): readonly MediaId[] =>
  (uploads()?.getEntries() ?? []).filter(isMeant).map(({ id }) => id)

const isUnfinished = ({ state }: UploadEntry): boolean => state !== 'done' && state !== 'cancelled'
const canPause = (entry: UploadEntry): boolean => isUnfinished(entry) && entry.state !== 'failed' && !entry.isPaused
/** Returns whether an upload is paused, refused, or waiting to retry. */
const canResume = (entry: UploadEntry): boolean =>
  isUnfinished(entry) && (entry.isPaused || entry.state === 'failed' || entry.error !== undefined)

function askFor(isMeant: (entry: UploadEntry) => boolean): ArgumentPage {
  return {
    id: 'file',
    placeholder: 'Which file?',
    options: () =>
      (uploads()?.getEntries() ?? [])
        .filter(isMeant)
        .map(({ id, fileName, error }) => ({ value: id, label: fileName, detail: error?.message })),
  }
}

const toIds = ([id]: readonly string[]): readonly MediaId[] => (id === undefined ? [] : [toId<MediaId>(id)])

/** The commands that show, pause, resume and cancel uploads. */
export const uploadsCommands = [
  define({
    id: 'uploads.open',
    title: 'Uploads',
    scope: 'global',
    keys: ['shift+u'],
    keywords: ['queue', 'files', 'progress'],
    when: () => uploads() !== undefined,
    run: () => setUploadsOpen(!uploadsStore.isOpen),
  }),
  define({
    id: 'uploads.pause',
    title: 'Pause an upload…',
    args: [askFor(canPause)],
    when: () => findEntries(canPause).length > 0,
    run: async (_context, args) => await uploads()?.pause(toIds(args)),
  }),
  define({
    id: 'uploads.resume',
    title: 'Resume or retry an upload…',
    args: [askFor(canResume)],
    when: () => findEntries(canResume).length > 0,
    run: async (_context, args) => await uploads()?.resume(toIds(args)),
  }),
  define({
    id: 'uploads.cancel',
    title: 'Cancel an upload…',
    args: [askFor(isUnfinished)],
    when: () => findEntries(isUnfinished).length > 0,
    run: async (_context, args) => await uploads()?.cancel(toIds(args)),
  }),
  define({
    id: 'uploads.pause-all',
    title: 'Pause all uploads',
    when: () => findEntries(canPause).length > 0,
    run: async () => await uploads()?.pause(findEntries(canPause)),
  }),
  define({
    id: 'uploads.resume-all',
    title: 'Resume all uploads',
    when: () => findEntries(canResume).length > 0,
    run: async () => await uploads()?.resume(findEntries(canResume)),
  }),
  define({
    id: 'uploads.cancel-all',
    title: 'Cancel all uploads',
    when: () => findEntries(isUnfinished).length > 0,
    run: async () => await uploads()?.cancel(findEntries(isUnfinished)),
  }),
  define({
    id: 'uploads.clear-done',
    title: 'Clear finished uploads from the list',
    when: () => findEntries((entry) => !isUnfinished(entry)).length > 0,
    run: () => uploads()?.clearDone(),
  }),
]
