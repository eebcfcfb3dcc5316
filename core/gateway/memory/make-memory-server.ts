import type { Mutation } from '#core/domain/mutations.ts'
import { permissions } from '#core/domain/role-permission.ts'
import { parseScope, type Rows, type Scope, type StudioAccess, type TableName } from '#core/domain/rows.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type OperationId, type RoleId, type StudioId, type UserId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import type { Gateway, LiveState, PullAnswer, WriteAnswer } from '../ports.ts'
import { emptyGateway } from './empty-gateway.ts'
import { makeMemoryPresence } from './memory-presence.ts'
import { makeMemoryTables } from './memory-tables.ts'
import { applyMutation } from './memory-writes.ts'

/** What befalls a call: nothing, no network, a failing server before or after the commit, or two deliveries. */
export type Fate = 'ok' | 'offline' | 'fails-before-commit' | 'fails-after-commit' | 'twice'

/** A studio's server in memory, which keeps the real one's promises: one clock, repeatable writes, pulls by revision. */
export type MemoryServer = {
  readonly studioId: StudioId
  /** A gateway for one person; `decideFate` is asked before each call. */
  readonly connect: (userId: UserId, decideFate?: () => Fate) => Gateway
  /** Puts rows there as if another program had written them. */
  readonly seed: <Name extends TableName>(table: Name, rows: readonly Rows[Name][], scope: Scope) => void
  readonly list: <Name extends TableName>(table: Name) => readonly Rows[Name][]
  /** The operations carried out, in their order; one that only has plain writes appears each time it was sent. */
  readonly getCommits: () => readonly OperationId[]
  /** Whether broadcasts reach the watchers; they hear of the newest revision when it becomes true. */
  readonly setLive: (isLive: boolean) => void
}

type Watcher = { readonly onRev: (rev: number) => void; readonly onState: ((state: LiveState) => void) | undefined }

/** A server with an empty studio of which everybody is the owner. */
export function makeMemoryServer(options: { readonly studioId: StudioId; readonly now?: () => number }): MemoryServer {
  return new MemoryStudioServer(options.studioId, options.now ?? Date.now)
}

// The procedures with an operation id; plain writes are repeated for real.
const remembered: readonly Mutation['kind'][] = [
  'update-tasks',
  'fill-tasks',
  'create-items',
  'create-revision',
  'add-comment',
  'delete',
  'delete-project',
  'restore',
  'set-places',
  'change-blocks',
]

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
    for (const row of rows) this.#tables.put(table, row, { scope, rev: this.#rev })
    this.#tell()
  }

  getCommits = (): readonly OperationId[] => this.#commits

  setLive = (isLive: boolean): void => {
    this.#isLive = isLive
    for (const { onState } of this.#watchers) onState?.(isLive ? 'live' : 'lost')
    this.#tell()
  }

  connect = (userId: UserId, decideFate: () => Fate = () => 'ok'): Gateway => ({
    ...emptyGateway(userId),
    pull: async (request) => {
      await arrive(decideFate())
      return this.#pull(request)
    },
    write: async (mutation, operationId) => {
      const fate = decideFate()
      await arrive(fate)
      const answer = this.#write(userId, mutation, operationId)
      if (fate === 'twice') this.#write(userId, mutation, operationId)
      if (fate === 'fails-after-commit') throw unavailable()
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

  #write(userId: UserId, mutation: Mutation, operationId: OperationId): WriteAnswer {
    const known = this.#operations.get(operationId)
    if (known !== undefined) return known
    this.#rev += 1
    const transaction = {
      tables: this.#tables,
      studioId: this.studioId,
      userId,
      rev: this.#rev,
      now: this.#now(),
      findRev: (id: OperationId) => this.#operations.get(id)?.rev,
    }
    const skipped = applyMutation(transaction, mutation)
    this.#commits.push(operationId)
    const isRemembered = remembered.includes(mutation.kind)
    const answer = { rev: isRemembered ? this.#rev : undefined, skipped }
    if (isRemembered) this.#operations.set(operationId, answer)
    this.#tell()
    return answer
  }

  #pull({ scope, since }: Parameters<Gateway['pull']>[0]): PullAnswer {
    const { kind, id } = parseScope(scope)
    const isKnown =
      kind === 'studio' || kind === 'timeline'
        ? id === this.studioId
        : (kind === 'board'
            ? (['projects', 'spaces', 'items'] as const)
            : ([kind === 'space' ? 'spaces' : 'items'] as const)
          ).some((table) => this.#tables.find(table, id) !== undefined)
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

async function arrive(fate: Fate): Promise<void> {
  await Promise.resolve()
  if (fate === 'offline') throw new AppError('offline', messages.offline, { retryable: true })
  if (fate === 'fails-before-commit') throw unavailable()
}

function unavailable(): AppError {
  return new AppError('server-unavailable', messages['server-unavailable'], { retryable: true })
}
