import type { Procedures } from './define.ts'
import { boards } from './boards.ts'
import { casting } from './casting.ts'
import { comments } from './comments.ts'
import { diagnosis } from './diagnosis.ts'
import { events } from './events.ts'
import { feeds } from './feeds.ts'
import { files } from './files.ts'
import { items } from './items.ts'
import { mediaWorker } from './media-worker.ts'
import { overview } from './overview.ts'
import { people } from './people.ts'
import { projects } from './projects.ts'
import { pulls } from './pulls.ts'
import { reviews } from './reviews.ts'
import { revisions } from './revisions.ts'
import { rows } from './rows.ts'
import { reports } from './reports.ts'
import { rules } from './rules.ts'
import { scheduled } from './scheduled.ts'
import { search } from './search.ts'
import { studios } from './studios.ts'
import { tasks } from './tasks.ts'
import { timeline } from './timeline.ts'
import { timesheet } from './timesheet.ts'
import { tokens } from './tokens.ts'

/** Every procedure of the database by subject; `tests/database/manifest.db.test.ts` compares it with the catalogue. */
export const subjects: Readonly<Record<string, Procedures>> = {
  studios,
  people,
  projects,
  items,
  casting,
  tasks,
  revisions,
  comments,
  files,
  reviews,
  boards,
  timeline,
  timesheet,
  feeds,
  events,
  reports,
  rules,
  overview,
  search,
  rows,
  pulls,
  tokens,
  diagnosis,
  scheduled,
  mediaWorker,
}

/** All procedures by name. */
export const procedures: Procedures = Object.fromEntries(Object.values(subjects).flatMap(Object.entries))
