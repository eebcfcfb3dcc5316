import type { ProjectRow } from '#core/schema/projects.ts'
import { LayoutGrid } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { messages } from '#core/lib/messages.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { useScope } from '#app/commands/use-scope.ts'
import { uiStore } from '#app/stores/ui-store.ts'
import { AlertDialog } from '#app/ui/alert-dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { later } from '#app/ui/later.tsx'
import { CardGrid } from '#app/widgets/cards/card-grid.tsx'
import { CardPage } from '#app/widgets/cards/card-page.tsx'
import { ViewSwitch } from '#app/widgets/cards/view-switch.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { FieldFacts } from '#app/widgets/field-facts/field-facts.tsx'
import { useReplicaVersion, useStudioReplica } from '#app/widgets/use-client.ts'
import { useWorkStats } from '#app/widgets/work-stats.ts'
import { AddDialog } from './add-dialog.tsx'
import { catalogueCommands } from './catalogue-commands.ts'
import { findProjectRow, projectFieldCommands, projectFieldIds } from './project-field-commands.ts'
import styles from './project-fields.module.css'
import { findProject, listSpaces } from './project-model.ts'
import { askToDeleteSpace, projectStore, showProject } from './project-store.ts'
import { toSpaceCard } from './space-card.ts'
import { spaceCommands } from './space-commands.ts'
import { SpaceDialog } from './space-dialog.tsx'
import { SpacePeek } from './space-peek.tsx'

type ProjectScreenProps = { readonly params: Readonly<Record<string, string>> }

// Loads later: it is below the cards and not needed to open one.
const Overview = later(async () => (await import('#app/widgets/overview/overview.tsx')).Overview)

const ProjectTree = later(async () => (await import('./tree/project-tree.tsx')).ProjectTree)

const cardCommands = { edit: 'space.edit', thumbnail: 'space.set-thumbnail', move: 'space.move' }

/** A project's spaces. */
export function ProjectScreen({ params }: ProjectScreenProps) {
  useCommands(spaceCommands)
  useCommands(projectFieldCommands)
  useCommands(catalogueCommands)
  useScope('list')
  const studio = useStudioReplica()
  useReplicaVersion(studio?.replica)
  const project = studio === undefined ? undefined : findProject(studio, params['projectSlug'] ?? '')
  const projectId = project?.id

  useEffect(() => {
    showProject(projectId)
    return () => showProject(undefined)
  }, [projectId])

  if (studio !== undefined && project === undefined) {
    return (
      <EmptyState
        level={1}
        title={messages['project-not-found']}
        text={`There is no project “${params['projectSlug'] ?? ''}” that you may open.`}
      >
        <CommandButton command="go.projects">Back to the projects</CommandButton>
      </EmptyState>
    )
  }
  const mayCreate = studio?.can('create') ?? false
  return (
    <CardPage
      title="Spaces"
      count={studio === undefined || project === undefined ? undefined : studio.getSpaces(project.id).length}
      toolbar={
        <>
          <ViewSwitch place="project" />
          <CommandButton command="go.tasks" hasKeyHint={false}>
            Tasks
          </CommandButton>
          <CommandButton command="go.assets" hasKeyHint={false} />
          <CommandButton command="go.casting" hasKeyHint={false} />
          <CommandButton command="go.reviews" hasKeyHint={false} />
          <CommandButton command="go.moodboard" hasKeyHint={false} />
          {mayCreate && <CommandButton command="space.create" variant="primary" />}
        </>
      }
    >
      {studio !== undefined && project !== undefined && (
        <SpaceCards studio={studio} project={project} studioSlug={params['studioSlug'] ?? ''} />
      )}
    </CardPage>
  )
}

type SpaceCardsProps = { readonly studio: StudioReplica; readonly project: ProjectRow; readonly studioSlug: string }

function SpaceCards({ studio, project, studioSlug }: SpaceCardsProps) {
  const viewMode = useSnapshot(uiStore).viewModes.project
  const stats = useWorkStats(studio)
  const spaces = listSpaces(studio, project.id)
  const mayCreate = studio.can('create')
  const place = { studioSlug, projectSlug: project.slug }
  return (
    <>
      <ProjectFields />
      {spaces.length === 0 ? (
        <EmptyState icon={<LayoutGrid />} title="No Spaces Found">
          {mayCreate && <CommandButton command="space.create" variant="primary" />}
        </EmptyState>
      ) : (
        <CardGrid
          label="Spaces"
          cards={spaces.map((space) => toSpaceCard(space, place, stats))}
          canChange={mayCreate}
          isCompact={viewMode === 'compact'}
          commands={cardCommands}
          renderPeek={(id) => <SpacePeek studio={studio} spaceId={id} />}
        />
      )}
      <ProjectTree studio={studio} projectId={project.id} />
      {spaces.length > 0 && <Overview studio={studio} projectId={project.id} />}
      <SpaceDialog studio={studio} />
      <AddDialog />
      <DeleteSpaceDialog />
    </>
  )
}

/** The project's values in the studio's own fields; nothing if projects have no fields. */
function ProjectFields() {
  const { projectId } = useSnapshot(projectStore)
  const row = projectId === undefined ? undefined : findProjectRow()
  if (row === undefined) return null
  const leave = (): void => document.querySelector<HTMLElement>('#project-fields button')?.focus()
  return (
    <div id="project-fields" className={styles['fields']}>
      <FieldFacts row={row} ids={projectFieldIds} scope="list" onLeave={leave} isAlwaysShown />
    </div>
  )
}

function DeleteSpaceDialog() {
  const { deleting } = useSnapshot(projectStore)
  return (
    <AlertDialog
      isOpen={deleting !== undefined}
      title="Delete Space"
      description={`“${deleting?.name ?? ''}” is deleted with all its items, tasks, revisions and comments.`}
      confirmLabel="Delete"
      tone="danger"
      typedText={deleting?.name ?? ''}
      onConfirm={() => void runCommand('space.delete-confirmed')}
      onCancel={() => askToDeleteSpace(undefined)}
    />
  )
}
