import { makePlayable } from '#core/sync/make-playable.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { defineCommand, type Command } from '#app/commands/define-command.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { setCopying, setPreviewing, viewerStore } from './viewer-store.ts'

/** Commands with which this browser makes proxies and previews for others. */
export const copyCommands: readonly Command[] = [
  defineCommand({
    group: 'Viewer',
    scope: 'viewer',
    id: 'viewer.make-copy',
    title: 'Make a copy that plays everywhere',
    keywords: ['proxy', 'transcode', 'prores', 'preview'],
    needs: 'revisions',
    when: () => viewerStore.get().unplayed !== undefined && viewerStore.get().copying === undefined,
    run: makeCopy,
  }),
  defineCommand({
    group: 'Viewer',
    scope: 'viewer',
    id: 'viewer.make-preview',
    title: 'Make a preview here',
    keywords: ['poster', 'thumbnail', 'picture'],
    needs: 'revisions',
    when: () => viewerStore.get().unpictured !== undefined && viewerStore.get().previewing === undefined,
    run: makePreview,
  }),
]

async function makePreview(): Promise<void> {
  const { unpictured: picture, projectId } = viewerStore.get()
  const { client, studio } = getStudio()
  if (picture === undefined || projectId === undefined) return
  setPreviewing(picture.id)
  try {
    await client.posters.make({ projectId, studioId: studio.studioId }, picture)
  } finally {
    setPreviewing(undefined)
  }
}

/** Continues while the person looks at something else, as long as the window is open. */
async function makeCopy(): Promise<void> {
  const { unplayed: film, projectId } = viewerStore.get()
  const { client, studio } = getStudio()
  const { makeProxy } = client
  if (film === undefined || projectId === undefined || makeProxy === undefined) return
  const tell = (percent: number): void => setCopying({ id: film.id, percent })
  tell(0)
  try {
    await makePlayable(
      { ...client, makeProxy, fetchFile },
      { film, projectId, studioId: studio.studioId },
      { signal: new AbortController().signal, onPercent: tell },
    )
    showToast({ text: `${film.filename} plays everywhere now` })
  } finally {
    setCopying(undefined)
  }
}

async function fetchFile(url: string, signal: AbortSignal): Promise<Blob> {
  try {
    const answer = await fetch(url, { signal })
    if (answer.ok) return await answer.blob()
  } catch (cause) {
    throw new AppError('offline', messages.offline, { cause })
  }
  throw new AppError('invalid-input', 'The film could not be loaded.')
}
