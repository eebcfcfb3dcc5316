import { useSnapshot } from 'valtio'
import { Link, useLocation, useSearch } from 'wouter'
import { isUuid } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { readPopup } from '#app/lib/popup-address.ts'
import { findRoute, links, STUDIO_WIDE, type RouteMatch } from '#app/routes.ts'
import { findCurrentStudio, sessionStore } from '#app/stores/session-store.ts'
import { useReplicaVersion, useStudioReplica } from '#app/widgets/use-client.ts'
import type { TimelineState } from './previous-location.ts'
import styles from './breadcrumbs.module.css'

type Crumb = { readonly id: string; readonly text: string; readonly to: string | undefined }

/** Studio, project, space, item: each links to its page; the last is the current one. */
export function Breadcrumbs() {
  const [path] = useLocation()
  const search = useSearch()
  const studio = findCurrentStudio(useSnapshot(sessionStore))
  const replica = useStudioReplica()
  useReplicaVersion(replica?.replica)
  if (studio === undefined) return null

  const crumbs = [
    { id: 'studio', text: replica?.findStudio()?.name ?? studio.name, to: links.projects({ studioSlug: studio.slug }) },
    ...findCrumbs(findRoute(path), search, replica),
  ]
  return (
    <nav aria-label="Breadcrumbs" className={styles['crumbs']}>
      <ol className={styles['list']}>
        {crumbs.map(({ id, text, to }, index) => (
          <li key={id} className={styles['crumb']}>
            {to === undefined || index === crumbs.length - 1 ? (
              <span className={styles['here']} aria-current="page">
                {text}
              </span>
            ) : (
              <Link className={styles['link']} to={to}>
                {text}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

const pages: Partial<Record<RouteMatch['name'], string>> = {
  timeline: 'Timeline',
  moodboard: 'Moodboard',
  illustration: 'Illustration',
  assets: 'Assets',
  casting: 'Casting',
  tasks: 'Tasks',
  reviews: 'Reviews',
  activity: 'Activity',
  studioActivity: 'Activity',
}

function findCrumbs(match: RouteMatch | undefined, search: string, replica: StudioReplica | undefined): Crumb[] {
  if (match === undefined) return []
  const { studioSlug = '', projectSlug, spaceSlug, userId, reviewId } = match.params
  const crumbs: Crumb[] = []
  if (projectSlug !== undefined) {
    // Shows names or nothing: a slug replaced by a name would make the bar jump.
    if (replica === undefined) return []
    const project = replica.getProjects().find(({ id, slug }) => slug === projectSlug || id === projectSlug)
    crumbs.push({ id: 'project', text: project?.name ?? projectSlug, to: links.project({ studioSlug, projectSlug }) })
    const spaces = project === undefined ? [] : replica.getSpaces(project.id)
    const space =
      match.name === 'spaces' ? spaces[0] : spaces.find(({ id, slug }) => slug === spaceSlug || id === spaceSlug)
    const slug = space?.slug ?? spaceSlug
    if (slug !== undefined) {
      crumbs.push({
        id: 'space',
        text: space?.name ?? slug,
        to: links.space({ studioSlug, projectSlug, spaceSlug: slug }),
      })
    }
  }
  if (match.name === 'timeline') crumbs.push(...findOrigin(studioSlug, replica))
  const page = pages[match.name] ?? personPage(match.name, userId)
  if (page !== undefined) crumbs.push({ id: 'page', text: page, to: undefined })
  if (reviewId !== undefined && projectSlug !== undefined) {
    const to = links.section({ studioSlug, projectSlug, section: 'reviews' })
    crumbs.push({ id: 'reviews', text: 'Reviews', to })
    const review = replica?.replica.find('review_sessions', reviewId)
    if (review !== undefined) crumbs.push({ id: 'review', text: review.name, to: undefined })
  }
  const item = readPopup(search)?.item
  if (item !== undefined && !isUuid(item)) crumbs.push({ id: 'item', text: item, to: undefined })
  return crumbs
}

/** The timeline belongs to the studio; its breadcrumbs lead back to the project and space the person came from. */
function findOrigin(studioSlug: string, replica: StudioReplica | undefined): Crumb[] {
  const { projectId, spaceId }: Partial<TimelineState> = history.state ?? {}
  const project = projectId === undefined ? undefined : replica?.replica.find('projects', projectId)
  if (project === undefined) return []
  const to = links.project({ studioSlug, projectSlug: project.slug })
  const space = spaceId === undefined ? undefined : replica?.replica.find('spaces', spaceId)
  const ofSpace = space && {
    id: 'space',
    text: space.name,
    to: links.space({ studioSlug, projectSlug: project.slug, spaceSlug: space.slug }),
  }
  return [{ id: 'project', text: project.name, to }, ...(ofSpace === undefined ? [] : [ofSpace])]
}

function personPage(name: RouteMatch['name'], userId: string | undefined): string | undefined {
  if (name === 'timesheet') return userId === STUDIO_WIDE ? 'Studio timesheet' : 'Timesheet'
  if (name === 'artist') return userId === STUDIO_WIDE ? 'Studio feed' : 'Artist feed'
  return undefined
}
