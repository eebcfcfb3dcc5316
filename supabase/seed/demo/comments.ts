import { mentionedUserIds, parseComment } from '#core/comments/markup.ts'
import { parseFrameRate, seekTimeOf } from '#core/revisions/frame-rate.ts'
import type { HereReference } from '#core/comments/here-reference.ts'
import { formatMoment } from '#core/comments/film-moment.ts'
import { hereReferenceLabel } from '#core/comments/here-reference.ts'
import { toId } from '#core/lib/ids.ts'
import type { UserId } from '#core/lib/ids.ts'
import { seededId } from '../seeded-id.ts'
import type { Calendar } from './calendar.ts'
import type { Chance } from './chance.ts'
import { makeChance } from './chance.ts'
import type { Person } from './people.ts'
import { getPerson, people } from './people.ts'
import type { DemoTask } from './pipeline.ts'
import type { Revision } from './revisions.ts'
import type { StatusName } from './studio.ts'
import { stageId, statusId } from './studio.ts'
import { approvalTexts, clientTexts, filmNotes, replyTexts, stillNotes, viewerTexts } from './words.ts'

export type DemoComment = {
  id: string
  task: DemoTask
  person: Person
  at: string
  content: string
  mentioned: readonly string[]
  metadata: Readonly<Record<string, unknown>>
  isAutomatic: boolean
}

const mentionable = people.map(({ id, name }) => ({ id: toId<UserId>(id), name }))

type NewComment = {
  name: string
  task: DemoTask
  person: Person
  at: string
  content: string
  status?: { from: StatusName; to: StatusName } | undefined
  references?: readonly HereReference[]
  revision?: Readonly<Record<string, unknown>>
  isAutomatic?: boolean
}

function makeComment({
  name,
  task,
  person,
  at,
  content,
  status,
  references = [],
  revision,
  isAutomatic,
}: NewComment): DemoComment {
  const mentioned = mentionedUserIds(parseComment(content, mentionable))
  const metadata = {
    authorName: person.name,
    ...(status && {
      statusInfo: {
        status: status.to,
        statusId: statusId(status.to),
        changedStatus: true,
        fromStatus: status.from,
        fromStatusId: statusId(status.from),
      },
    }),
    ...(revision && { revision }),
    ...(references.length > 0 && { hereReferences: references }),
    ...(mentioned.length > 0 && { mentions: mentioned }),
  }
  const id = seededId('comment', task.id, name)
  return { id, task, person, at, content, mentioned, metadata, isAutomatic: isAutomatic === true }
}

/** Makes the comments on revisions, and those of status changes without a comment. Oldest first. */
export function makeComments(
  revisions: readonly Revision[],
  tasks: readonly DemoTask[],
  calendar: Calendar,
): DemoComment[] {
  return [...revisions.flatMap((revision) => discuss(revision, calendar)), ...changeQuietly(tasks, calendar)].toSorted(
    (first, second) => first.at.localeCompare(second.at),
  )
}

/** The revision's own comment, perhaps a review, perhaps a reply to it. */
function discuss(revision: Revision, calendar: Calendar): DemoComment[] {
  const { task, person, at, number, isCurrent, text, timeSpent } = revision
  const chance = makeChance(`talk ${revision.id}`)
  const said = { versionId: revision.id, versionNumber: number, taskId: task.id, taskName: task.stage, stageId: stageId(task.stage), comment: text, timeSpent } // prettier-ignore
  const isSubmitted = isCurrent && task.status !== 'WIP'
  const posted = makeComment({
    name: `revision ${number}`,
    task,
    person,
    at,
    content: text,
    status: isSubmitted ? { from: 'WIP', to: 'WFA' } : undefined,
    revision: said,
  })
  const isJudged = isCurrent && (task.status === 'FEEDBACK' || task.status === 'CLIENT' || task.status === 'DONE')
  if (!isJudged && !chance.happens(0.4)) return [posted]
  const reviewer = pickReviewer(revision, chance)
  const reviewed = makeComment({
    name: `review ${number}`,
    task,
    person: reviewer,
    at: calendar.later(at, chance.between(35, 140)),
    ...(reviewer.role === 'viewer' ? { content: chance.pick(viewerTexts) } : writeReview(revision, chance)),
    status: isJudged && reviewer.role !== 'viewer' ? { from: 'WFA', to: task.status } : undefined,
  })
  if (!chance.happens(0.45)) return [posted, reviewed]
  const content = chance.pick(replyTexts).replace('{reviewer}', `@${reviewer.name}`)
  const answered = calendar.later(reviewed.at, chance.between(8, 55))
  return [posted, reviewed, makeComment({ name: `reply ${number}`, task, person, at: answered, content })]
}

function pickReviewer({ person, task, isCurrent }: Revision, chance: Chance): Person {
  const isOpen = task.item.space.project.plan.isClosedToViewers !== true
  if (isOpen && isCurrent && task.status === 'CLIENT' && chance.happens(0.35)) return getPerson('Henrik')
  const reviewer = chance.happens(0.6) ? getPerson('Mei') : chance.pick([getPerson('Ingrid'), getPerson('Tomas')])
  return reviewer.id === person.id ? getPerson('Ingrid') : reviewer
}

function writeReview(revision: Revision, chance: Chance): Pick<NewComment, 'content' | 'references'> {
  const { task, isCurrent, media, person } = revision
  if (isCurrent && task.status === 'DONE') return { content: chance.pick(approvalTexts) }
  if (isCurrent && task.status === 'CLIENT') return { content: chance.pick(clientTexts) }
  const source = media[0]?.source
  const isFilm = source?.frameCount !== undefined
  const template = chance.pick(isFilm ? filmNotes : stillNotes)
  const early = chance.between(8, 24)
  const references = [
    template.includes('{here}') ? refer(revision, 'here', early) : [],
    template.includes('{there}') ? refer(revision, 'there', early + chance.between(9, 22)) : [],
  ].flat()
  const [here, there] = references
  const content = template
    .replaceAll('{author}', `@${person.name}`)
    .replace('{here}', `@here[${here?.label}]`)
    .replace('{there}', `@here[${there?.label}]`)
  return { content, references }
}

/** A reference into the revision: a frame of its film, or its picture. */
function refer({ id, task, number, media }: Revision, name: string, frame: number): HereReference[] {
  const [first] = media
  if (first === undefined) return []
  const { frameRate } = first.source
  const about = {
    mediaId: toId<never>(first.id),
    version: `v${number}`,
    taskId: toId<never>(task.id),
    taskName: task.stage,
  }
  const referenceId = seededId('here', id, name)
  if (frameRate === undefined) {
    const label = hereReferenceLabel({ type: 'image', fileName: first.filename })
    return [{ id: referenceId, type: 'image', label, data: { ...about, fileName: first.filename } }]
  }
  const rate = parseFrameRate(frameRate)
  const timestamp = seekTimeOf(frame, rate)
  const label = formatMoment(frame, { rate, firstFrame: 1 }, 'frame')
  return [{ id: referenceId, type: 'video', label, data: { ...about, timestamp } }]
}

const quietChanges = 28

/** Comments posted by status changes themselves. */
function changeQuietly(tasks: readonly DemoTask[], calendar: Calendar): DemoComment[] {
  const started = tasks.filter(({ status, assignee }) => assignee && (status === 'WIP' || status === 'DONE'))
  const step = Math.max(1, Math.floor(started.length / quietChanges))
  return started
    .filter((_, index) => index % step === 0)
    .map((task, index) => {
      const from = task.status === 'WIP' ? 'TO DO' : 'CLIENT'
      const person = task.status === 'WIP' ? (task.assignee ?? getPerson('Mei')) : getPerson('Mei')
      const at = calendar.toInstant(calendar.toDay(-1 - (index % 10)), 600 + index * 7)
      return makeComment({
        name: 'status',
        task,
        person,
        at,
        content: '',
        status: { from, to: task.status },
        isAutomatic: true,
      })
    })
}
