import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { isUuid, toId, type UserId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { useScope } from '#app/commands/use-scope.ts'
import { STUDIO_WIDE } from '#app/routes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Select } from '#app/ui/select.tsx'
import { classNames } from '#app/lib/class-names.ts'
import { useMedia } from '#app/hooks/use-media.ts'
import { AssigneePicker } from '#app/widgets/assignee-picker/assignee-picker.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { PersonAvatar } from '#app/widgets/person-avatar.tsx'
import { listPeople } from '#app/widgets/person-page/list-people.ts'
import { PersonNotFound } from '#app/widgets/person-page/person-not-found.tsx'
import page from '#app/widgets/person-page/person-page.module.css'
import { StatusMenu } from '#app/widgets/status-menu/status-menu.tsx'
import { useClient, useReplicaVersion } from '#app/widgets/use-client.ts'
import { artistCommands, findCard } from './artist-commands.ts'
import styles from './artist.module.css'
import { useColumn } from './artist-columns.ts'
import { artistStore, openMenu, showSubject } from './artist-store.ts'
import { AssignmentsColumn, FeedColumn } from './columns.tsx'

type ArtistScreenProps = { readonly params: Readonly<Record<string, string>> }

/** A person's activity, assignments and mentions, or everybody's activity in the studio. */
export function ArtistScreen({ params }: ArtistScreenProps) {
  useCommands(artistCommands)
  useScope('feed')
  const { studio, studioError } = useClient()
  useReplicaVersion(studio?.replica)
  const { userId = STUDIO_WIDE } = params
  const studioId = studio?.studioId

  useEffect(() => {
    if (studioId === undefined || !canBeSomebody(userId)) return undefined
    showSubject({ studioId, userId: userId === STUDIO_WIDE ? undefined : toId<UserId>(userId) })
    return () => showSubject(undefined)
  }, [studioId, userId])

  if (studio === undefined)
    return studioError === undefined ? null : (
      <EmptyState level={1} title="The feed cannot be shown" text={studioError.message} />
    )
  const isKnown = userId === STUDIO_WIDE || studio.replica.find('studio_members', userId) !== undefined
  return isKnown ? <Feed studio={studio} userId={userId} /> : <StrangerFeed studio={studio} userId={userId} />
}

function canBeSomebody(userId: string): boolean {
  return userId === STUDIO_WIDE || isUuid(userId)
}

type FeedProps = {
  readonly studio: StudioReplica
  readonly userId: string
  /** The name of someone who left the studio. */
  readonly formerName?: string | undefined
}

function Feed({ studio, userId, formerName }: FeedProps) {
  const isStacked = useMedia('(width < 900px)')
  return (
    <div className={classNames(page['page'], styles['page'])}>
      <Header studio={studio} userId={userId} formerName={formerName} />
      <div className={styles['columns']}>
        {/* When stacked, assignments come first, for screen readers too. */}
        {userId !== STUDIO_WIDE && isStacked && <AssignmentsColumn studio={studio} />}
        <FeedColumn name="activity" title="Activity" studio={studio} isStudioWide={userId === STUDIO_WIDE} />
        {userId !== STUDIO_WIDE && !isStacked && <AssignmentsColumn studio={studio} />}
        {userId !== STUDIO_WIDE && <FeedColumn name="mentions" title="Mentions" studio={studio} isStudioWide={false} />}
      </div>
      <CardMenu studio={studio} />
    </div>
  )
}

/** The feed of someone who left; without any activity the person is unknown. */
function StrangerFeed({ studio, userId }: FeedProps) {
  const columns = [useColumn('activity'), useColumn('assignments'), useColumn('mentions')] as const
  const [{ rows }] = columns
  if (columns.some(({ rows: cards, hasFailed }) => cards.length > 0 || hasFailed))
    return <Feed studio={studio} userId={userId} formerName={rows[0]?.actorName} />
  const isAsked = columns.every(({ answeredAt }) => answeredAt !== undefined)
  return isAsked || !canBeSomebody(userId) ? (
    <PersonNotFound command="artist.switch" everybody="Everybody’s feed" />
  ) : null
}

function Header({ studio, userId, formerName }: FeedProps) {
  const member = studio.replica.find('studio_members', userId)
  const role = member && studio.replica.find('user_roles', member.roleId)?.name
  const name = userId === STUDIO_WIDE ? 'Studio' : (member?.displayName ?? formerName ?? 'Unknown')
  const roleText = member === undefined ? 'Not in this studio' : roleTextOf(role)
  return (
    <header className={classNames(page['header'], styles['header'])}>
      <PersonAvatar userId={userId} name={name} imageUrl={member?.avatarUrl ?? undefined} size={34} isDecorative />
      <div className={styles['who']}>
        <h1 className={page['heading']}>{name}</h1>
        <p className={styles['role']}>{userId === STUDIO_WIDE ? 'Everybody' : roleText}</p>
      </div>
      <Select<string>
        label="Whose feed"
        isLabelHidden
        value={userId}
        options={listPeople()}
        onChange={(id) => void runCommand('artist.switch', { args: [id] })}
      />
      <CommandButton className={styles['sheet']} command="artist.timesheet" />
    </header>
  )
}

/** Returns a role with a capital letter; `Artist` if it is unknown. */
function roleTextOf(role: string | undefined): string {
  if (role === undefined) return 'Artist'
  return role.charAt(0).toUpperCase() + role.slice(1)
}

/** The list of statuses or people, beside its card. */
function CardMenu({ studio }: Pick<FeedProps, 'studio'>) {
  const { menu } = useSnapshot(artistStore)
  const card = menu === undefined ? undefined : findCard()
  if (card === undefined) return null
  const id = 'id' in card ? card.id : card.taskId
  const findAnchor = (): Element | null => document.querySelector(`[data-feed="${id}"]`)
  const close = (): void => openMenu(undefined)
  if (menu === 'status') {
    return (
      <StatusMenu
        statuses={studio.getStatuses()}
        selected={card.statusId}
        findAnchor={findAnchor}
        onPick={(statusId) => void runCommand('artist.set-status', { args: [statusId] })}
        onClose={close}
      />
    )
  }
  return (
    <AssigneePicker
      members={[...studio.replica.getRows('studio_members').values()]}
      selected={undefined}
      findAnchor={findAnchor}
      onPick={(userId) => void runCommand('artist.set-assignee', { args: [userId ?? ''] })}
      onClose={close}
    />
  )
}
