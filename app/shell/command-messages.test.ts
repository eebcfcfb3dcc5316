import type { StudioClient } from '#core/sync/studio-client.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Command } from '#app/commands/define-command.ts'
import { registry } from '#app/commands/registry.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { catalogueCommands } from '#app/features/project/catalogue-commands.ts'
import { openSpaceForm, showProject } from '#app/features/project/project-store.ts'
import { spaceCommands } from '#app/features/project/space-commands.ts'
import { newSpaceDraft } from '#app/features/project/space-draft.ts'
import { projectCommands } from '#app/features/projects/project-commands.ts'
import { closeProjectForm, openProjectForm } from '#app/features/projects/projects-store.ts'
import { settingsCommands } from '#app/features/studio-settings/settings-commands.ts'
import { makeViewCommands } from '#app/features/timeline/commands/view-commands.ts'
import type { TimelinePage } from '#app/features/timeline/timeline-page-context.ts'
import { resetClient, setClient, setStudio } from '#app/stores/client-store.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { attachDeck } from '#app/widgets/cards/deck-store.ts'
import { AppError } from '#core/lib/errors.ts'
import { newId, type ProjectId } from '#core/lib/ids.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { alwaysOnline, systemClock } from '#core/sync/system.ts'
import { aStudio, anId } from '#core/testing/studio-fixture.ts'

let client: StudioClient
let studio: StudioReplica
let stop: () => void

beforeEach(async () => {
  const { server, studioId, userId } = aStudio()
  client = await makeStudioClient({
    userId: userId(1),
    gateway: server.connect(userId(1)),
    store: makeMemoryStore(),
    clock: systemClock,
    ids: { newId, random: () => 0.5 },
    online: alwaysOnline,
    tabs: makeSingleTab(),
  })
  studio = await client.openStudio(studioId)
  setClient(client)
  setStudio(studio)
  const lists: readonly (readonly Command[])[] = [projectCommands, spaceCommands, catalogueCommands, settingsCommands]
  stop = registry.register(lists.flat())
})

afterEach(async () => {
  stop()
  closeProjectForm()
  showProject(undefined)
  resetToasts()
  resetClient()
  await client.close()
})

type Line = { readonly words: string; readonly when: string; readonly act: () => Promise<void> }

const lines: readonly Line[] = [
  {
    when: 'a project is created while no studio is open any more',
    words: 'Cannot create a project without a studio.',
    act: async () => {
      openProjectForm()
      setStudio(undefined)
      await runCommand('project.submit')
    },
  },
  {
    when: 'a space is saved while no studio is open any more',
    words: 'Studio not loaded',
    act: async () => {
      showProject(anId<ProjectId>(2, 1))
      openSpaceForm(undefined, newSpaceDraft(studio))
      setStudio(undefined)
      await runCommand('space.submit')
    },
  },
  {
    when: 'the settings are asked for of a space that is gone',
    words: 'Failed to load space settings',
    act: async () => {
      const nothing = () => undefined
      const card = { getIds: () => ['gone'], countColumns: () => 1, countMovable: () => 0 }
      const detach = attachDeck({ ...card, focus: nothing, open: nothing, move: nothing })
      await runCommand('space.edit')
      detach()
    },
  },
  {
    when: 'a stage without a name is added',
    words: 'Please enter a name',
    act: async () => await runCommand('stage.save-new', { args: ['  ', '#9ca3af', 'production'] }),
  },
  {
    when: 'a preset without a name is saved',
    words: 'Please enter a preset name and select at least one item',
    act: async () => await runCommand('preset.save', { args: ['stage', ' '] }),
  },
  {
    when: 'no invite link comes, and nobody says why',
    words: 'Error',
    act: async () => {
      vi.spyOn(client.gateway, 'call').mockRejectedValue(new AppError('unexpected', ''))
      await runCommand('invite.generate')
    },
  },
  {
    when: 'the filter of the timeline is saved in a studio that one was removed from',
    words: 'Unable to save filter: missing user or studio information',
    act: async () => {
      vi.spyOn(studio.replica, 'getState').mockReturnValue('gone')
      const model = { studio, getMembers: () => [] }
      // Saving the filter uses nothing else of the page.
      const page = { client, model } as unknown as TimelinePage
      const forget = registry.register(makeViewCommands(page).filter(({ id }) => id === 'timeline.save-filter'))
      await runCommand('timeline.save-filter')
      forget()
    },
  },
]

test.each(lines)('when $when, the person reads: $words', async ({ words, act }) => {
  await act()

  expect(toastStore.toasts.map(({ text }) => text)).toEqual([words])
})
