import { makePlayable } from '#core/sync/make-playable.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { defineCommand, type Command } from '#app/commands/define-command.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { tellCopying, viewerStore } from './viewer-store.ts'

/** What this browser makes for others. */
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
]

/** Goes on where somebody looks at something else meanwhile, as long as the window is open. */
async function makeCopy(): Promise<void> {
  const { unplayed: film, projectId } = viewerStore.get()
  const { client, studio } = getStudio()
  const { makeProxy } = client
  if (film === undefined || projectId === undefined || makeProxy === undefined) return
  const tell = (percent: number): void => tellCopying({ id: film.id, percent })
  tell(0)
  try {
    await makePlayable(
      { ...client, makeProxy, fetchFile },
      { film, projectId, studioId: studio.studioId },
      { signal: new AbortController().signal, onPercent: tell },
    )
    showToast({ text: `${film.filename} plays everywhere now` })
  } finally {
    tellCopying(undefined)
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
