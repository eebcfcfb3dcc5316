import { findAllowedRoles, setProjectAccess } from '#core/projects/set-project-access.ts'
import { createProject } from '#core/projects/create-project.ts'
import { deleteProject } from '#core/projects/delete-project.ts'
import { reorderProjects } from '#core/projects/reorder-projects.ts'
import { parseFirstFrame } from '#core/revisions/frame-number.ts'
import { updateProject } from '#core/projects/update-project.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type ProjectId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { defineWith, type CommandOutcome } from '#app/commands/define-command.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { deckStore, findFocusedId } from '#app/widgets/cards/deck-store.ts'
import { placeAt } from '#app/widgets/cards/place-card.ts'
import { canChangeStudio, canDeleteInStudio, getStudio } from '#app/widgets/get-studio.ts'
import { perform, performAll } from '#app/widgets/perform.ts'
import { chooseFile } from '#app/widgets/thumbnail/choose-file.ts'
import { setThumbnail } from '#app/widgets/thumbnail/set-thumbnail.ts'
import { askToDelete, closeProjectForm, openProjectForm, projectsStore } from './projects-store.ts'

const define = defineWith({ group: 'Projects', scope: 'list' })

const isStill = (): boolean => deckStore.moving === undefined
const canEdit = (): boolean => canChangeStudio() && findFocusedId() !== undefined && isStill()
const idOf = (given: string | undefined): ProjectId | undefined => {
  const id = given ?? findFocusedId()
  return id === undefined ? undefined : toId<ProjectId>(id)
}

/** The commands of the list of projects. Ids come as arguments from a control, else from the focused card. */
export const projectCommands = [
  define({
    id: 'project.create',
    title: 'New Project',
    keys: ['c'],
    keywords: ['create', 'add', 'production'],
    when: () => canChangeStudio() && isStill(),
    run: () => openProjectForm(),
  }),
  define({
    id: 'project.edit',
    title: 'Project Settings',
    keys: ['e'],
    keywords: ['rename', 'permissions', 'description', 'inactive'],
    when: canEdit,
    run: (_context, [given]) => edit(idOf(given)),
  }),
  define({
    id: 'project.set-thumbnail',
    title: 'Change the project’s thumbnail',
    keywords: ['picture', 'image', 'cover'],
    when: canEdit,
    run: async (_context, [given]) => {
      const projectId = idOf(given)
      const file = await chooseFile('image/*')
      if (file === undefined || projectId === undefined) return undefined
      const { client, studio } = getStudio()
      return await setThumbnail({ client, studioId: studio.studioId, file }, (mediaId) =>
        updateProject({ studio, projectId, fields: { thumbnailMediaId: mediaId } }, client),
      )
    },
  }),
  define({
    id: 'project.move',
    title: 'Move the project',
    isKeyOnly: true,
    run: async (_context, [id = '', index = '']) => await move(toId(id), Number(index)),
  }),
  define({
    id: 'project.delete',
    title: 'Delete Project…',
    keys: ['delete'],
    when: () => canDeleteInStudio() && findFocusedId() !== undefined && isStill(),
    run: (_context, [given]) => {
      const project = findProject(idOf(given))
      if (project === undefined) return undefined
      const { form } = projectsStore
      const isMadeInactive = form?.projectId === project.id && !form.draft.isActive
      if (project.isActive && !isMadeInactive)
        throw new AppError('invalid-input', 'Only an inactive project can be deleted. Set its state to Inactive first.')
      // The form stays open below the question; cancelling returns to it with nothing saved.
      return askToDelete({ projectId: project.id, name: project.name })
    },
  }),
  define({
    id: 'project.delete-confirmed',
    title: 'Delete this project',
    scope: 'dialog',
    isKeyOnly: true,
    run: async () => {
      const { deleting } = projectsStore
      askToDelete(undefined)
      closeProjectForm()
      if (deleting === undefined) return undefined
      const { client, studio } = getStudio()
      const operation = deleteProject({ studio, projectId: deleting.projectId }, client)
      return await perform(operation, { client, failedText: messages['project-delete-failed'] })
    },
  }),
  define({
    id: 'project.submit',
    title: 'Save the project',
    scope: 'dialog',
    keys: ['mod+enter'],
    isKeyOnly: true,
    when: () => projectsStore.form !== undefined,
    run: submit,
  }),
]

function findProject(id: ProjectId | undefined) {
  return id === undefined ? undefined : getStudio().studio.replica.find('projects', id)
}

function edit(projectId: ProjectId | undefined): void {
  const project = findProject(projectId)
  if (project === undefined) return
  const { name, isActive, description, firstFrame, followsFileVersions } = project
  openProjectForm(project.id, {
    name,
    isActive,
    description,
    firstFrame: firstFrame === undefined ? '' : String(firstFrame),
    followsFileVersions,
    allowedRoles: findAllowedRoles(getStudio().studio, project.id),
  })
}

async function submit(): Promise<CommandOutcome> {
  const { form } = projectsStore
  if (form === undefined) return undefined
  const { name, description, isActive, followsFileVersions, allowedRoles } = form.draft
  const firstFrame = parseFirstFrame(form.draft.firstFrame)
  const { projectId } = form
  if (projectId === undefined && clientStore.get().studio === undefined)
    throw new AppError('project-needs-studio', messages['project-needs-studio'])
  const { client, studio } = getStudio()
  if (name.trim() === '') throw new AppError('project-name-missing', messages['project-name-missing'])
  if (!firstFrame.ok) return firstFrame
  const settings = { name, description, isActive, firstFrame: firstFrame.value, followsFileVersions }
  closeProjectForm()
  if (projectId === undefined) {
    const id = client.ids.newId<ProjectId>()
    return await performAll(
      [
        () => createProject({ studio, id, ...settings }, client),
        () => setProjectAccess({ studio, projectId: id, allowedRoles }, client),
      ],
      { client, failedText: messages['project-create-failed'] },
    )
  }
  return await performAll(
    [
      () => updateProject({ studio, projectId, fields: settings }, client),
      () => setProjectAccess({ studio, projectId, allowedRoles }, client),
    ],
    { client, failedText: messages['project-update-failed'] },
  )
}

async function move(id: ProjectId, index: number): Promise<CommandOutcome> {
  const { client, studio } = getStudio()
  const active = studio.getProjects().filter((project) => project.isActive)
  if (active[index]?.id === id) return undefined
  const projectIds = placeAt(active, id, index).map((project) => project.id)
  return await perform(reorderProjects({ studio, projectIds }, client), {
    client,
    failedText: messages['reorder-failed'],
  })
}
