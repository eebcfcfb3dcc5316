import { decodeColumns } from '#core/schema/decode-columns.ts'
import type { ScopeKind } from '#core/schema/define-table.ts'
import { parseScope, type Scope, type StudioAccess } from '#core/schema/scope.ts'
import { type TableName, tables } from '#core/schema/tables.ts'
import { type CalendarDate, dateInZone } from '#core/lib/calendar-date.ts'
import { getFirstPulledDay } from '#core/timeline/window.ts'
import type { AppError } from '#core/lib/errors.ts'
import type { Rev } from '#core/lib/ids.ts'
import { makeForeignAnswerError } from '#core/lib/storage-check.ts'
import type { PullAnswer, ScopeSums } from './ports.ts'
import type { Rest } from './rest.ts'
import { errorOfFailure } from './wire-error.ts'

type PullRequest = { readonly scope: Scope; readonly since: Rev; readonly signal?: AbortSignal }

const procedures = {
  studio: { name: 'pull_studio', id: 'p_studio_id' },
  space: { name: 'pull_space', id: 'p_space_id' },
  item: { name: 'pull_item', id: 'p_item_id' },
  timeline: { name: 'pull_timeline', id: 'p_studio_id' },
  board: { name: 'pull_board', id: 'p_owner_id' },
  review: { name: 'pull_review', id: 'p_session_id' },
  casting: { name: 'pull_casting', id: 'p_project_id' },
} as const

/** Pulls what changed in a scope after a revision; 0 means everything. */
export async function pullScope(rest: Rest, { scope, since, signal }: PullRequest): Promise<PullAnswer> {
  const { kind, id } = parseScope(scope)
  const { name, id: parameter } = procedures[kind]
  return decodePull(await rest.call(name, { [parameter]: id, p_since: since, ...fromDay(kind) }, signal))
}

/** Loads the checksums of a scope's rows. */
export async function checkScope(rest: Rest, { scope, signal }: Omit<PullRequest, 'since'>): Promise<ScopeSums> {
  const { kind, id } = parseScope(scope)
  const from = fromDay(kind)
  const answer = toObject(await rest.call('check_scope', { p_scope_kind: kind, p_scope_id: id, ...from }, signal))
  if (typeof answer['rev'] !== 'number') throw makeNotPulledError()
  // The database builds this object itself (check_scope).
  return { ...(answer as ScopeSums), ...(from.p_from === undefined ? {} : { from: from.p_from }) }
}

/** Returns the error for JSON that is no answer to a pull: something in between has responded. */
const makeNotPulledError = (): AppError => errorOfFailure(makeForeignAnswerError())

/** Returns the first day of a pull, for timelines. */
function fromDay(kind: ScopeKind): { readonly p_from?: CalendarDate } {
  if (kind !== 'timeline') return {}
  return { p_from: getFirstPulledDay(dateInZone(Date.now(), 'UTC')) }
}

/** Decodes a pull: columns to rows, ignoring tables that this version does not know. */
function decodePull(answer: unknown): PullAnswer {
  const { rev, full, tables: columns, deleted, access } = toObject(answer)
  if (typeof rev !== 'number' || typeof full !== 'boolean') throw makeNotPulledError()
  const known = Object.entries(toObject(columns ?? {})).filter(([name]) => isTableName(name))
  return {
    rev,
    full,
    // Names were checked one line above; each table's rows are decoded by its own columns.
    tables: Object.fromEntries(
      known.map(([name, values]) => [name, decodeColumns(name as TableName, toObject(values))]),
    ) as PullAnswer['tables'],
    deleted: toObject(deleted ?? {}) as PullAnswer['deleted'],
    ...(access === undefined || access === null ? {} : { access: toAccess(toObject(access)) }),
  }
}

function toAccess({ role_id, level, permissions, projects }: Readonly<Record<string, unknown>>): StudioAccess {
  // The database builds this object itself (pull_studio); its fields are its own ids and names.
  return { roleId: role_id, level, permissions, projectIds: projects } as StudioAccess
}

function isTableName(name: string): name is TableName {
  return Object.hasOwn(tables, name)
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw makeNotPulledError()
  // An object's values may be anything, hence `unknown`.
  return value as Readonly<Record<string, unknown>>
}
