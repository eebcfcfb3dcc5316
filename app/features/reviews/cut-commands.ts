import { dateInZone } from '#core/lib/calendar-date.ts'
import { AppError } from '#core/lib/errors.ts'
import { err } from '#core/lib/result.ts'
import { findCutTasks, describeLeftOut } from '#core/reviews/find-cut-tasks.ts'
import { startReview } from '#core/reviews/start-review.ts'
import { defineCommand, type Command } from '#app/commands/define-command.ts'
import { links } from '#app/routes.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { canChangeStudio, getStudio } from '#app/widgets/get-studio.ts'
import { perform } from '#app/widgets/perform.ts'
import { chooseFile } from '#app/widgets/thumbnail/choose-file.ts'
import { findProject, timeZoneHere } from './live-query.ts'
import { withSpaces } from './with-spaces.ts'

const rates = ['24', '23.976', '25', '29.97', '30', '48', '50', '59.94', '60', '120']
const namings = [
  { value: '{item}', label: 'As its shots' },
  { value: '{item}_v*', label: '{item}_v*' },
  { value: '{collection}_{item}_v*', label: '{collection}_{item}_v*' },
  { value: '{collection}_{item}', label: '{collection}_{item}' },
]
const option = (value: string) => ({ value, label: value })

/** The commands that create review sessions from a cut. */
export const cutCommands: readonly Command[] = [
  defineCommand({
    id: 'review.create-cut',
    title: 'New review session of a cut…',
    group: 'Reviews',
    scope: 'review',
    keywords: ['edl', 'otio', 'xml', 'edit', 'order', 'add'],
    when: canChangeStudio,
    args: [
      {
        id: 'stage',
        placeholder: 'Which stage of its shots?',
        options: () =>
          getStudio()
            .studio.getStages()
            .map(({ id, name }) => ({ value: id, label: name })),
      },
      { id: 'match', placeholder: 'How are its clips named?', options: () => namings, free: true },
      { id: 'rate', placeholder: 'Frame rate, which an EDL does not state', options: () => rates.map(option) },
    ],
    run: async ({ path, navigate }, [stageId = '', match = '{item}', rate = '24']) => {
      const place = findProject(path)
      const { client, studio, project, slugs } = place
      const stage = studio.replica.find('stages', stageId)
      const file = await chooseFile('.edl,.otio,.xml')
      if (stage === undefined || file === undefined) return undefined
      const rows = await readCut(file, match, rate)
      if (!rows.ok) return rows
      const { tasks, left } = await withSpaces(place, (spaces) => findCutTasks(rows.value, { spaces, stage }))
      const told = describeLeftOut(left)
      if (tasks.length === 0) return refuse(`None of the cut’s shots is in ${project.name}. ${told ?? ''}`.trim())
      const day = dateInZone(client.clock.now(), timeZoneHere())
      const name = file.name.replace(/\.\w+$/, '')
      const start = startReview({ studio, projectId: project.id, name, kind: 'cut', day, tasks }, client)
      const done = await perform(start, { client, failedText: 'The review session could not be created.' })
      if (done.ok && told !== undefined) showToast({ text: told })
      if (done.ok) navigate(links.section({ ...slugs, section: 'reviews' }))
      return done
    },
  }),
]

async function readCut(file: File, match: string, rate: string) {
  const { findImportFormat, readImportFile } = await import('#core/exchange/read-import-file.ts')
  const { parseRationalRate } = await import('#core/exchange/rational-rate.ts')
  const format = findImportFormat(file.name.split('.').at(-1) ?? '')
  if (format === undefined) return refuse(`${file.name} is not an EDL, OpenTimelineIO or FCP 7 XML file.`)
  if (!match.includes('{item}')) return refuse('Show where the shot’s name is, as in {collection}_{item}_v*.')
  const read = await readImportFile(new Uint8Array(await file.arrayBuffer()), {
    format,
    stages: [],
    statuses: [],
    members: [],
    mapping: [],
    isBlankClear: false,
    space: undefined,
    encoding: undefined,
    sheet: undefined,
    collection: undefined,
    firstFrame: undefined,
    handles: undefined,
    isPlayed: true,
    rate: parseRationalRate(rate),
    match: match === '{item}' ? undefined : match,
  })
  if (read.ok) return { ok: true, value: read.value.rows } as const
  const { line, column, message } = read.error
  return refuse(`${file.name}:${line}:${column}: ${message}`)
}

function refuse(text: string) {
  return err(new AppError('invalid-input', text))
}
