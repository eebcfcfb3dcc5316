import type { Space } from '#core/schema/spaces.ts'
import { createSpace } from '#core/projects/create-space.ts'
import { deleteSpace } from '#core/projects/delete-space.ts'
import { reorderSpaces } from '#core/projects/reorder-spaces.ts'
import { updateSpace } from '#core/projects/update-space.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type SpaceId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { defineWith, type CommandOutcome } from '#app/commands/define-command.ts'
import { deckStore, findFocusedId } from '#app/widgets/cards/deck-store.ts'
import { placeAt } from '#app/widgets/cards/place-card.ts'
import { canChangeStudio, canDeleteInStudio, getStudio } from '#app/widgets/get-studio.ts'
import { perform, performAll } from '#app/widgets/perform.ts'
import { chooseFile } from '#app/widgets/thumbnail/choose-file.ts'
import { setThumbnail } from '#app/widgets/thumbnail/set-thumbnail.ts'
import { listSpaces } from './project-model.ts'
import { askToDeleteSpace, closeSpaceForm, openSpaceForm, projectStore } from './project-store.ts'
import { saveConfigSteps } from './save-config.ts'
import { newSpaceDraft, toSpaceDraft } from './space-draft.ts'

const define = defineWith({ group: 'Spaces', scope: 'list' })

const isStill = (): boolean => deckStore.moving === undefined
const canEdit = (): boolean => canChangeStudio() && findFocusedId() !== undefined && isStill()

/** The commands of a project's page. Ids come as arguments from a control, else from the focused card. */
export const spaceCommands = [
  define({
    id: 'space.create',
    title: 'Create Space',
    keys: ['c'],
    keywords: ['new', 'add', 'episode', 'sequence'],
    // The list of projects and a project's page are never shown together; the same goes for the two below.
    shadows: ['project.create'],
    when: () => canChangeStudio() && projectStore.projectId !== undefined && isStill(),
    run: () => openSpaceForm(undefined, newSpaceDraft(getStudio().studio)),
  }),
  define({
    id: 'space.edit',
    title: 'Edit Space',
    keys: ['e'],
    keywords: ['rename', 'stages', 'statuses', 'inactive', 'settings'],
    shadows: ['project.edit'],
    when: canEdit,
    run: (_context, [given]) => {
      const space = findSpace(given)
      // The card may be stale.
      if (space === undefined) throw new AppError('space-settings-load-failed', messages['space-settings-load-failed'])
      openSpaceForm(space.id, toSpaceDraft(getStudio().studio, space))
    },
  }),
  define({
    id: 'space.set-thumbnail',
    title: 'Change the space’s thumbnail',
    keywords: ['picture', 'image', 'cover'],
    when: canEdit,
    run: async (_context, [given]) => {
      const space = findSpace(given)
      const file = await chooseFile('image/*')
      if (file === undefined || space === undefined) return undefined
      const { client, studio } = getStudio()
      return await setThumbnail({ client, studioId: studio.studioId, file }, (mediaId) =>
        updateSpace({ studio, spaceId: space.id, fields: { thumbnailMediaId: mediaId } }, client),
      )
    },
  }),
  define({
    id: 'space.move',
    title: 'Move the space',
    isKeyOnly: true,
    run: async (_context, [id = '', index = '']) => await move(toId(id), Number(index)),
  }),
  define({
    id: 'space.delete',
    title: 'Delete Space…',
    keys: ['delete'],
    shadows: ['project.delete'],
    when: () => canDeleteInStudio() && findFocusedId() !== undefined && isStill(),
    run: (_context, [given]) => {
      const space = findSpace(given)
      if (space === undefined) return undefined
      const { form } = projectStore
      const isMadeInactive = form?.spaceId === space.id && !form.draft.isActive
      if (space.isActive && !isMadeInactive)
        throw new AppError('invalid-input', 'Only an inactive space can be deleted. Set its state to Inactive first.')
      // The form stays open below the question; cancelling returns to it with nothing saved.
      return askToDeleteSpace({ spaceId: space.id, name: space.name })
    },
  }),
  define({
    id: 'space.delete-confirmed',
    title: 'Delete this space',
    scope: 'dialog',
    isKeyOnly: true,
    run: async () => {
      const { deleting } = projectStore
      askToDeleteSpace(undefined)
      closeSpaceForm()
      if (deleting === undefined) return undefined
      const { client, studio } = getStudio()
      const operation = deleteSpace({ studio, spaceId: deleting.spaceId }, client)
      return await perform(operation, { client, failedText: 'Failed to delete space' })
    },
  }),
  define({
    id: 'space.submit',
    title: 'Save the space',
    scope: 'dialog',
    keys: ['mod+enter'],
    isKeyOnly: true,
    shadows: ['project.submit'],
    when: () => projectStore.form !== undefined && projectStore.adding === undefined,
    run: async () =>
      projectStore.form?.spaceId === undefined ? await create() : await update(projectStore.form.spaceId),
  }),
]

function findSpace(given: string | undefined): Space | undefined {
  const id = given ?? findFocusedId()
  return id === undefined ? undefined : getStudio().studio.replica.find('spaces', id)
}

async function create(): Promise<CommandOutcome> {
  const { form, projectId } = projectStore
  if (form === undefined || projectId === undefined) return undefined
  const { client, studio } = getStudio()
  const { name, layout, chosen } = form.draft
  if (name.trim() === '') throw new AppError('space-name-missing', messages['space-name-missing'])
  const spaceId = client.ids.newId<SpaceId>()
  const config = await saveConfigSteps({ client, studio, spaceId, layout, chosen })
  closeSpaceForm()
  return await performAll([() => createSpace({ studio, projectId, id: spaceId, name, layout }, client), ...config], {
    client,
    failedText: messages['space-create-failed'],
  })
}

async function update(spaceId: SpaceId): Promise<CommandOutcome> {
  const { form } = projectStore
  if (form === undefined) return undefined
  const { client, studio } = getStudio()
  const { name, isActive, layout, chosen } = form.draft
  if (name.trim() === '') throw new AppError('space-name-missing', messages['space-name-missing'])
  const config = await saveConfigSteps({ client, studio, spaceId, layout, chosen })
  closeSpaceForm()
  return await performAll([() => updateSpace({ studio, spaceId, fields: { name, isActive } }, client), ...config], {
    client,
    failedText: messages['space-update-failed'],
  })
}

async function move(id: SpaceId, index: number): Promise<CommandOutcome> {
  const { client, studio } = getStudio()
  const { projectId } = projectStore
  if (projectId === undefined) return undefined
  const active = listSpaces(studio, projectId).filter((space) => space.isActive)
  if (active[index]?.id === id) return undefined
  const spaceIds = placeAt(active, id, index).map((space) => space.id)
  return await perform(reorderSpaces({ studio, spaceIds }, client), { client, failedText: messages['reorder-failed'] })
}
