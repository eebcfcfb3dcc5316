import { Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { pictureOf } from '#core/schema/items.ts'
import { linkKindNames } from '#core/casting/link-words.ts'
import type { ItemLink } from '#core/schema/item-links.ts'
import { dateInZone } from '#core/lib/calendar-date.ts'
import { dueLabelOf } from '#core/tasks/due-label.ts'
import { useNow } from '#app/hooks/use-now.ts'
import { listBlockedTasks, nameOf, type CastRow } from '#app/widgets/cast/cast-content.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { kindOf, type ProjectItem } from '#app/widgets/project-content/project-items.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { activeStages } from '#app/widgets/space-catalogue.ts'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import { ThumbnailImage } from '#app/widgets/thumbnail/thumbnail-image.tsx'
import styles from './casting.module.css'

type MemberPanelProps = {
  readonly content: ProjectContent
  readonly used: ProjectItem
  readonly page: 'assets' | 'casting'
  /** Its link to the focused shot. */
  readonly link?: ItemLink
  readonly shot?: ProjectItem | undefined
}

/** A cast member: its stages, and what it holds up. */
export function MemberPanel({ content, used, page, link, shot }: MemberPanelProps) {
  const { item, space } = used
  const { casting } = content
  const today = dateInZone(useNow(), Intl.DateTimeFormat().resolvedOptions().timeZone)
  const about = `${kindOf(content, item)?.name ?? space.name} · used in ${casting.getUses(item.id).length}`
  return (
    <Panel place={used} about={about}>
      {link !== undefined && <There link={link} title={shot?.item.title ?? ''} />}
      <Stages content={content} place={used} />
      {listBlockedTasks(content, item.id).map(({ stage, needs, count, firstDue }) => (
        <p key={`${stage.id} ${needs.id}`} className={styles['heldUp']}>
          {stage.name} waits for <b>{needs.name}</b>: {count === 1 ? '1 item is' : `${count} items are`} held up by it
          {firstDue !== undefined && `, the first is ${dueLabelOf(firstDue, today).text.toLowerCase()}`}.
        </p>
      ))}
      <div className={styles['actions']}>
        <CommandButton command={`${page}.open`}>Open</CommandButton>
        <CommandButton command={`${page}.where-used`}>Where used</CommandButton>
      </div>
    </Panel>
  )
}

/** A shot: its stages, and what each of them waits for. */
export function ShotPanel({ content, row }: { readonly content: ProjectContent; readonly row: CastRow }) {
  const { shot, cast, waiting } = row
  const nameOfBlocker = new Map(cast.map((member) => [member.link.toItemId, nameOf(member)]))
  return (
    <Panel place={shot} about={`${kindOf(content, shot.item)?.name ?? shot.space.name} · ${castOf(cast)}`}>
      <Stages content={content} place={shot} />
      {waiting.flatMap(({ stage, needs, blockers }) =>
        needs.map(({ id, name }) => (
          <p key={`${stage.id} ${id}`} className={styles['heldUp']}>
            {stage.name} waits for <b>{name}</b> of{' '}
            {blockers
              .flatMap(({ itemId, stageId }) => (stageId === id ? (nameOfBlocker.get(itemId) ?? []) : []))
              .join(', ')}
            .
          </p>
        )),
      )}
      <div className={styles['actions']}>
        <CommandButton command="casting.open">Open</CommandButton>
      </div>
    </Panel>
  )
}

function castOf(cast: CastRow['cast']): string {
  return cast.length === 0 ? 'no cast yet' : `cast of ${cast.length}`
}

type PlaceProps = { readonly content: ProjectContent; readonly place: ProjectItem }

type PanelProps = { readonly place: ProjectItem; readonly about: string; readonly children: ReactNode }

function Panel({ place: { item }, about, children }: PanelProps) {
  return (
    <aside className={styles['panel']} aria-label={item.title}>
      <div className={styles['large']} aria-hidden="true">
        <ThumbnailImage mediaId={pictureOf(item)} />
      </div>
      <h2 className={styles['panelTitle']}>{item.title}</h2>
      <p className={styles['about']}>{about}</p>
      {children}
    </aside>
  )
}

function Stages({ content: { studio }, place: { item, space, replica } }: PlaceProps) {
  const statuses = studio.replica.getRows('task_statuses')
  return (
    <dl className={styles['stages']}>
      {activeStages(studio, space.id).flatMap((stage) => {
        const task = replica.findTask(item.id, stage.id)
        const status = task && statuses.get(task.statusId)
        if (status === undefined || task?.isDisabled === true) return []
        return (
          <div key={stage.id}>
            <dt>{stage.name}</dt>
            <dd>
              <StatusPill status={status} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** The details of a link to one shot, each edited in place. */
function There({ link, title }: { readonly link: ItemLink; readonly title: string }) {
  return (
    <section className={styles['there']} aria-label={`In ${title}`}>
      <span>In {title}:</span>
      <CommandButton command="casting.kind" size="small">
        {linkKindNames[link.kind]}
      </CommandButton>
      <CommandIconButton command="casting.fewer" icon={<Minus aria-hidden="true" />} size="small" />
      <CommandButton command="casting.count" size="small">
        ×{link.count}
      </CommandButton>
      <CommandIconButton command="casting.more" icon={<Plus aria-hidden="true" />} size="small" />
      <CommandButton command="casting.label" size="small">
        {link.label === '' ? 'Label' : `“${link.label}”`}
      </CommandButton>
      <CommandButton command="casting.remove" size="small" hasKeyHint={false}>
        Remove
      </CommandButton>
    </section>
  )
}
