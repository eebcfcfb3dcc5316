import { messages } from '#core/lib/messages.ts'
import type { RouteParams } from '#app/routes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { BoardMount } from '#app/widgets/board/board-mount.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { useReplicaVersion, useStudioReplica } from '#app/widgets/use-client.ts'

type MoodboardScreenProps = { readonly params: RouteParams }

/** A project's moodboard. */
export function MoodboardScreen({ params }: MoodboardScreenProps) {
  const studio = useStudioReplica()
  useReplicaVersion(studio?.replica, 'projects')
  const name = params['projectSlug'] ?? ''
  const projects = studio?.getProjects() ?? []
  const project = projects.find(({ slug }) => slug === name) ?? projects.find(({ id }) => id === name)
  if (studio !== undefined && project === undefined) {
    return (
      <EmptyState
        level={1}
        title={messages['project-not-found']}
        text={`There is no project “${name}” that you may open.`}
      >
        <CommandButton command="go.projects">Back to the projects</CommandButton>
      </EmptyState>
    )
  }
  if (project === undefined) return undefined
  return (
    <>
      <h1 className="visually-hidden">Moodboard of {project.name}</h1>
      <BoardMount ownerId={project.id} projectId={project.id} name={project.name} />
    </>
  )
}
