import { Link } from 'wouter'
import { toId, type ProjectId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { links } from '#app/routes.ts'
import { peekCard } from '#app/widgets/cards/deck-store.ts'
import styles from './project-dialog.module.css'

type ProjectPeekProps = {
  readonly studio: StudioReplica
  readonly projectId: string
  readonly studioSlug: string
}

/** A project's description and the ways into its spaces. */
export function ProjectPeek({ studio, projectId, studioSlug }: ProjectPeekProps) {
  const project = studio.replica.find('projects', projectId)
  if (project === undefined) return null
  const spaces = studio.getSpaces(toId<ProjectId>(projectId))
  return (
    <div className={styles['peek']}>
      <p className={styles['description']}>{project.description === '' ? 'No description.' : project.description}</p>
      <h3 className={styles['heading']}>Spaces {spaces.length}</h3>
      <ul>
        {spaces.map(({ id, name, slug, layout, isActive }) => (
          <li key={id} className={styles['space']}>
            {project.isActive && isActive ? (
              <Link
                className={styles['link']}
                to={links.space({ studioSlug, projectSlug: project.slug, spaceSlug: slug })}
                onClick={() => peekCard(undefined)}
              >
                {name}
              </Link>
            ) : (
              <span>{name}</span>
            )}
            <span className={styles['layout']}>{layout}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
