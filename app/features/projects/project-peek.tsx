import { Link } from 'wouter'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { links } from '#app/routes.ts'
import { peekCard } from '#app/widgets/cards/deck-store.ts'
import { describeFields } from './project-card.ts'
import styles from './project-dialog.module.css'

type ProjectPeekProps = {
  readonly studio: StudioReplica
  readonly projectId: string
  readonly studioSlug: string
}

/** A project's description and fields, with links to its spaces. */
export function ProjectPeek({ studio, projectId, studioSlug }: ProjectPeekProps) {
  const project = studio.replica.find('projects', projectId)
  if (project === undefined) return null
  const spaces = studio.getSpaces(project.id)
  const facts = describeFields(project, studio.getProjectFields(project.id), studio.getMembers())
  return (
    <div className={styles['peek']}>
      <p className={styles['description']}>{project.description === '' ? 'No description.' : project.description}</p>
      {facts.length > 0 && (
        <dl className={styles['facts']}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
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
