import { formatTimeSpent } from '#core/timesheet/time-spent.ts'
import { seededId } from '../seeded-id.ts'
import type { MediaFile } from '../media-catalogue.ts'
import type { Calendar } from './calendar.ts'
import { makeChance } from './chance.ts'
import type { Person } from './people.ts'
import { getPerson } from './people.ts'
import type { DemoTask } from './pipeline.ts'
import type { Block } from './schedule.ts'
import type { Shelf, ShelfMedia } from './shelf.ts'
import { revisionTexts } from './words.ts'

export type Revision = {
  id: string
  task: DemoTask
  person: Person
  at: string
  number: number
  isCurrent: boolean
  text: string
  timeSpent: string
  media: ShelfMedia[]
}

const artists = ['Mei', 'Lucia', 'Jonas', 'Amara', 'Priya'].map(getPerson)
const workdays = 12
/** Recent revisions: who, and how many minutes ago. */
const justNow = [['Lucia', 12], ['Amara', 51], ['Jonas', 130], ['Priya', 205], ['Mei', 260]] as const // prettier-ignore
const unshownMinutes = [75, 160]

const filmStages = ['Layout', 'Animation', 'Lighting', 'FX', 'Compositing', 'Grading', 'Final']
const boardStages = ['Setup', 'References', 'Storyboard', 'Idea', 'Sketch']
const clayStages = ['Layout', 'Modeling', 'Rigging']

type Draft = Omit<Revision, 'id' | 'number' | 'isCurrent' | 'media' | 'text'>
type RevisionParts = { tasks: readonly DemoTask[]; blocks: readonly Block[]; calendar: Calendar; shelf: Shelf }

/** Makes the revisions of the last workdays, each a full day for every artist, and of today. Oldest first. */
export function makeRevisions({ tasks, blocks, calendar, shelf }: RevisionParts): Revision[] {
  const made = artists
    .flatMap((person) => Array.from({ length: workdays }, (_, index) => workDay(person, index - workdays)).flat())
    .concat(justNow.map(([name, minutes]) => draft(getPerson(name), 0, { at: calendar.ago(minutes), minutes: 150 })))
  const drafts = [...made, ...listUnshown(made)].toSorted((first, second) => first.at.localeCompare(second.at))
  const counts = Map.groupBy(drafts, ({ task }) => task.id)
  const numbers = new Map<string, number>()
  return drafts.map((posted) => {
    const number = (numbers.get(posted.task.id) ?? 0) + 1
    numbers.set(posted.task.id, number)
    const chance = makeChance(`revision ${posted.task.id} ${number}`)
    const texts = revisionTexts[posted.task.stage] ?? revisionTexts['any']
    const text = chance.pick((number === 1 ? texts?.first : texts?.later) ?? [''])
    const isCurrent = number === counts.get(posted.task.id)?.length
    const id = seededId('version', posted.task.id, number)
    return { ...posted, id, number, isCurrent, text, media: [upload({ ...posted, number }, shelf)] }
  })

  /** Films waiting for approval without any revision yet: they were posted for today's dailies. */
  function listUnshown(drafts: readonly Draft[]): Draft[] {
    const posted = new Set(drafts.map(({ task }) => task))
    const waiting = tasks.filter(
      (task) => task.status === 'WFA' && !posted.has(task) && findSource(task, shelf).contentType === 'video/mp4',
    )
    return waiting.slice(0, unshownMinutes.length).flatMap((task, index) => {
      const at = calendar.ago(unshownMinutes[index] ?? 0)
      return task.assignee === undefined ? [] : [{ task, person: task.assignee, at, timeSpent: formatTimeSpent(90) }]
    })
  }

  /** Two sessions, seven and a half to eight and a half hours together. */
  function workDay(person: Person, workday: number): Draft[] {
    const chance = makeChance(`day ${person.id} ${workday}`)
    const total = chance.between(45, 51) * 10
    const morning = chance.between(18, 27) * 10
    const day = calendar.toDay(workday)
    const lunch = calendar.toInstant(day, 9 * 60 + morning + chance.between(0, 9))
    const evening = calendar.toInstant(day, 9 * 60 + 40 + total + chance.between(0, 9))
    return [
      draft(person, workday, { at: lunch, minutes: morning }),
      draft(person, workday, { at: evening, minutes: total - morning }),
    ]
  }

  function draft(person: Person, workday: number, { at, minutes }: { at: string; minutes: number }): Draft {
    const isReady = ({ status, stage }: DemoTask): boolean => status !== 'TO DO' && stage !== 'References'
    const planned = blocks
      .filter(
        (block) => block.person.id === person.id && block.start <= workday && workday < block.start + block.duration,
      )
      .map(({ task }) => task)
    const known = tasks.filter(
      (task) => task.assignee?.id === person.id && isReady(task) && task.item.space.plan.progress < 0.9,
    )
    const candidates = planned.some(isReady) ? planned.filter(isReady) : known
    const [first, ...others] = candidates
    if (first === undefined) throw new Error(`${person.name} has nothing to do`)
    const task = makeChance(`draft ${person.id} ${workday} ${minutes}`).pick([first, ...others])
    return { task, person, at, timeSpent: formatTimeSpent(minutes) }
  }
}

function upload({ task, person, at, number }: Draft & { number: number }, shelf: Shelf): ShelfMedia {
  const source = findSource(task, shelf)
  const stem = `${task.item.plan.title.toLowerCase().replaceAll(' ', '_')}_${task.stage.toLowerCase()}`
  const filename = `${stem}_v${String(number).padStart(3, '0')}${source.file.slice(source.file.lastIndexOf('.'))}`
  return shelf.add({
    source,
    filename,
    project: task.item.space.project,
    person,
    at,
    name: `revision ${task.id} ${number}`,
  })
}

/** The picture of an item at a stage. */
function findSource({ stage, item: { scene } }: DemoTask, shelf: Shelf): MediaFile {
  const film = filmStages.includes(stage) ? shelf.find(`${scene}.mp4`) : undefined
  const style = boardStages.includes(stage) ? '-board' : clayStages.includes(stage) ? '-clay' : ''
  const still = shelf.find(`${scene}${style}.webp`)
  const source = film ?? still
  if (source === undefined) throw new Error(`the demo's media show nothing of ${scene}`)
  return source
}
