import { FolderPlus } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { messages } from '#core/lib/messages.ts'
import type { ProjectRow } from '#core/schema/projects.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { useScope } from '#app/commands/use-scope.ts'
import { uiStore } from '#app/stores/ui-store.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { later } from '#app/ui/later.tsx'
import { CardGrid } from '#app/widgets/cards/card-grid.tsx'
import { CardPage } from '#app/widgets/cards/card-page.tsx'
import { ViewSwitch } from '#app/widgets/cards/view-switch.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { useClient, useReplicaVersion } from '#app/widgets/use-client.ts'
import { useWorkStats } from '#app/widgets/work-stats.ts'
import { DeleteProjectDialog } from './delete-project-dialog.tsx'
import { toProjectCard } from './project-card.ts'
import { projectCommands } from './project-commands.ts'
import { projectFilterCommands } from './project-filter-commands.ts'
import { listAskedFields, listProjectFields, makeProjectTest } from './project-filter.ts'
import { ProjectDialog } from './project-dialog.tsx'
import { ProjectPeek } from './project-peek.tsx'
import { getProjectsFilter, projectsStore } from './projects-store.ts'

type ProjectsScreenProps = { readonly params: Readonly<Record<string, string>> }

// Loads later: it is below the cards and not needed to open one.
const Overview = later(async () => (await import('#app/widgets/overview/overview.tsx')).Overview)

// Loads only when the filter is used.
const Filter = later(async () => (await import('./project-filter-panel.tsx')).ProjectFilterPanel)

const commands = [...projectCommands, ...projectFilterCommands]
const cardCommands = { edit: 'project.edit', thumbnail: 'project.set-thumbnail', move: 'project.move' }

/** The projects of a studio. */
export function ProjectsScreen({ params }: ProjectsScreenProps) {
  useCommands(commands)
  useScope('list')
  const { client, studio, studioError } = useClient()
  useReplicaVersion(studio?.replica)
  const projects = studio?.getProjects()
  useSnapshot(projectsStore)
  const filter = getProjectsFilter(studio?.studioId)
  const shown = studio && client && projects?.filter(makeProjectTest(studio, { filter, me: client.userId }))
  const mayCreate = studio?.can('create') ?? false
  return (
    <CardPage
      title="Projects"
      count={projects?.length ?? (studioError === undefined ? undefined : 0)}
      {...(shown && { shownCount: shown.length })}
      toolbar={
        <>
          <ViewSwitch place="studio" />
          {listProjectFields(studio).length > 0 && (
            <CommandButton command="project.filter-add" hasKeyHint={false}>
              Filter…
            </CommandButton>
          )}
          <CommandButton
            command="studio.settings"
            hasKeyHint={false}
            // Needs the studio's rows; before they arrive a click would do nothing.
            {...(studio === undefined && { disabledReason: 'Waiting for the studio to load' })}
          >
            Studio Settings
          </CommandButton>
          {mayCreate && <CommandButton command="project.create" variant="primary" />}
        </>
      }
    >
      {studio === undefined || shown === undefined ? (
        <EmptyState title={messages['projects-fetch-failed']} text={studioError?.message} />
      ) : (
        <ProjectCards studio={studio} shown={shown} studioSlug={params['studioSlug'] ?? ''} />
      )}
    </CardPage>
  )
}

type ProjectCardsProps = {
  readonly studio: StudioReplica
  /** The projects that pass the filter. */
  readonly shown: readonly ProjectRow[]
  readonly studioSlug: string
}

function ProjectCards({ studio, shown, studioSlug }: ProjectCardsProps) {
  const viewMode = useSnapshot(uiStore).viewModes.studio
  const stats = useWorkStats(studio)
  const filter = getProjectsFilter(studio.studioId)
  const projects = studio.getProjects()
  const fields = listAskedFields(studio, filter)
  const team = studio.getMembers()
  const mayCreate = studio.can('create')
  return (
    <>
      {filter.length > 0 && <Filter studio={studio} filter={filter} />}
      {projects.length === 0 ? (
        <EmptyState
          icon={<FolderPlus />}
          title="No projects yet"
          text={mayCreate ? 'Get started by creating your first project' : undefined}
        >
          {mayCreate && <CommandButton command="project.create" variant="primary" />}
        </EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState title="No projects match" text="Try adjusting or clearing the filters.">
          <CommandButton command="project.clear-filter">Show all projects</CommandButton>
        </EmptyState>
      ) : (
        <CardGrid
          label="Projects"
          cards={shown.map((project) => toProjectCard(project, studio, { studioSlug, stats, team, fields }))}
          canChange={mayCreate}
          canMove={mayCreate && shown.length === projects.length}
          isCompact={viewMode === 'compact'}
          commands={cardCommands}
          renderPeek={(id) => <ProjectPeek studio={studio} projectId={id} studioSlug={studioSlug} />}
        />
      )}
      {projects.length > 0 && <Overview studio={studio} />}
      <ProjectDialog studio={studio} />
      <DeleteProjectDialog />
    </>
  )
}
