import type { AnyMutation } from '#core/change/mutation.ts'
import type { WriteAnswer } from '#core/change/mutation.ts'
import { permissions } from '#core/schema/role-permissions.ts'
import type { ScopeKind } from '#core/schema/define-table.ts'
import { parseScope, type Scope, type StudioAccess } from '#core/schema/scope.ts'
import { sumRows } from '#core/schema/row-sum.ts'
import { columnsOf, newRow, tablesIn, type NewRow, type Rows, type TableName } from '#core/schema/tables.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type OperationId, type RoleId, type StudioId, type UserId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import type { Gateway, LiveState, PullAnswer, ScopeSums } from '../ports.ts'
import { emptyGateway } from './empty-gateway.ts'
import { makeMemoryPresence } from './memory-presence.ts'
import { makeMemoryTables } from './memory-tables.ts'
import { makeMemoryTransaction } from './memory-transaction.ts'
import { findMutator } from '#core/sync/mutators.ts'

/** What happens to a call: success, no network, a server failure before or after the commit, or double delivery. */
export type CallOutcome = 'ok' | 'offline' | 'fails-before-commit' | 'fails-after-commit' | 'twice'

/**
 * An in-memory server of one studio that keeps the real one's guarantees: one clock, repeatable writes, pulls by
 * revision.
 */
export type MemoryServer = {
  readonly studioId: StudioId
  /** Returns one person's gateway; `decideOutcome` is called before each call. */
  readonly connect: (userId: UserId, decideOutcome?: () => CallOutcome) => Gateway
  /** Adds rows as if another program had written them. */
  readonly seed: <Name extends TableName>(table: Name, rows: readonly NewRow<Name>[], scope: Scope) => void
  readonly list: <Name extends TableName>(table: Name) => readonly Rows[Name][]
  /** Returns the operations carried out, in order. */
  readonly getCommits: () => readonly OperationId[]
  /** Turns broadcasts on or off; watchers get the newest revision when they come back. */
  readonly setLive: (isLive: boolean) => void
}

type Watcher = { readonly onRev: (rev: number) => void; readonly onState: ((state: LiveState) => void) | undefined }

/** Makes a server with an empty studio in which everybody is an owner. */
export function makeMemoryServer(options: { readonly studioId: StudioId; readonly now?: () => number }): MemoryServer {
  return new MemoryStudioServer(options.studioId, options.now ?? Date.now)
}

class MemoryStudioServer implements MemoryServer {
  readonly studioId: StudioId
  readonly #now: () => number
  readonly #tables = makeMemoryTables()
  readonly #operations = new Map<OperationId, WriteAnswer>()
  readonly #joinSpace = makeMemoryPresence()
  readonly #watchers = new Set<Watcher>()
  readonly #commits: OperationId[] = []
  #rev = 1
  #isLive = true

  constructor(studioId: StudioId, now: () => number) {
    this.studioId = studioId
    this.#now = now
  }

  list = <Name extends TableName>(table: Name): readonly Rows[Name][] => this.#tables.list(table)

  seed: MemoryServer['seed'] = (table, rows, scope) => {
    this.#rev += 1
    for (const row of rows) this.#tables.put(table, newRow(table, row), { scope, rev: this.#rev })
    this.#tell()
  }

  getCommits = (): readonly OperationId[] => this.#commits

  setLive = (isLive: boolean): void => {
    this.#isLive = isLive
    for (const { onState } of this.#watchers) onState?.(isLive ? 'live' : 'lost')
    this.#tell()
  }

  connect = (userId: UserId, decideOutcome: () => CallOutcome = () => 'ok'): Gateway => ({
    ...emptyGateway(userId),
    pull: async (request) => {
      await arrive(decideOutcome())
      return this.#pull(request)
    },
    check: async ({ scope }) => {
      await arrive(decideOutcome())
      return this.#check(scope)
    },
    write: async (mutation, id, waitedMs = 0) => {
      const outcome = decideOutcome()
      await arrive(outcome)
      const request = { userId, id, now: this.#now() - waitedMs }
      const answer = this.#write(mutation, request)
      if (outcome === 'twice') this.#write(mutation, request)
      if (outcome === 'fails-after-commit') throw unavailable()
      return answer
    },
    live: {
      watchNotifications: () => () => undefined,
      joinSpace: this.#joinSpace,
      watchStudio: (_studioId, { onRev, onState }) => {
        const watcher = { onRev, onState }
        this.#watchers.add(watcher)
        onState?.(this.#isLive ? 'live' : 'lost')
        return () => this.#watchers.delete(watcher)
      },
    },
  })

  #tell(): void {
    if (this.#isLive) for (const { onRev } of this.#watchers) onRev(this.#rev)
  }

  #write(
    mutation: AnyMutation,
    { userId, id, now }: { readonly userId: UserId; readonly id: OperationId; readonly now: number },
  ): WriteAnswer {
    const known = this.#operations.get(id)
    if (known !== undefined) return known
    this.#rev += 1
    const { tx, skipped } = makeMemoryTransaction({
      tables: this.#tables,
      studioId: this.studioId,
      userId,
      rev: this.#rev,
      now,
      findRev: (deletionId) => this.#operations.get(deletionId)?.rev,
    })
    const mutator = findMutator(mutation)
    if (mutator === undefined) throw new AppError('invalid-input', messages['invalid-input'])
    mutator.apply(tx, mutation)
    this.#commits.push(id)
    const answer = { rev: this.#rev, skipped }
    this.#operations.set(id, answer)
    this.#tell()
    return answer
  }

  #check(scope: Scope): ScopeSums {
    const { kind } = parseScope(scope)
    const sums = tablesIn(kind).map((table) => {
      const columns = columnsOf(table).map(({ column }) => column)
      return [table, sumRows(table, this.#tables.list(table, scope), columns)]
    })
    return { rev: this.#rev, tables: Object.fromEntries(sums) as ScopeSums['tables'] }
  }

  #pull({ scope, since }: Parameters<Gateway['pull']>[0]): PullAnswer {
    const { kind, id } = parseScope(scope)
    const isKnown =
      kind === 'studio' || kind === 'timeline'
        ? id === this.studioId
        : ownersOf[kind].some((table) => this.#tables.find(table, id) !== undefined)
    if (!isKnown) throw new AppError('not-found', messages['not-found'])
    const access: StudioAccess = {
      roleId: toId<RoleId>('00000000-0000-4000-8000-000000000001'),
      level: 1,
      permissions,
      projectIds: this.list('projects').map((project) => project.id),
    }
    const changes = this.#tables.since(scope, since)
    return { rev: this.#rev, full: since === 0, ...changes, ...(kind === 'studio' ? { access } : {}) }
  }
}

/** The tables that may hold a scope's subject. */
const ownersOf = {
  board: ['projects', 'spaces', 'items'],
  casting: ['projects'],
  item: ['items'],
  review: ['review_sessions'],
  space: ['spaces'],
} as const satisfies Partial<Record<ScopeKind, readonly TableName[]>>

async function arrive(outcome: CallOutcome): Promise<void> {
  await Promise.resolve()
  if (outcome === 'offline') throw new AppError('offline', messages.offline, { retryable: true })
  if (outcome === 'fails-before-commit') throw unavailable()
}

function unavailable(): AppError {
  return new AppError('server-unavailable', messages['server-unavailable'], { retryable: true })
}
