import type { Done } from '#core/change/context.ts'
import { toMutation, type Mutator } from '#core/change/define-mutator.ts'
import type { KeptRows, Transaction } from '#core/change/transaction.ts'
import type { EpochMs } from '#core/lib/calendar-date.ts'
import { AppError } from '#core/lib/errors.ts'
import type { AnyId, OperationId, StudioId, UserId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import type { Replica } from '#core/schema/replica.ts'
import type { Permission } from '#core/schema/role-permissions.ts'
import { parseScope, type Scope } from '#core/schema/scope.ts'
import { rowKey, tablesIn, type Rows, type TableName } from '#core/schema/tables.ts'
import type { Write } from './outbox.ts'
import type { Patch } from './patches.ts'
import type { Mutation } from './mutators.ts'

type Rehearsed = {
  readonly studioId: StudioId
  readonly userId: UserId
  readonly now: EpochMs
  readonly newId: <Id extends AnyId>() => Id
  readonly replicas: readonly Replica[]
}

type Adding = { kind: 'add'; scope: Scope; table: TableName; rows: Rows[TableName][] }
type Setting = { kind: 'set'; scope: Scope; table: TableName; keys: readonly string[]; fields: object }

/** A dry run of a change on the open rows: collects its effects as patches and changes nothing. */
export class Rehearsal implements Transaction {
  readonly studioId: StudioId
  readonly userId: UserId
  readonly now: EpochMs
  readonly newId: <Id extends AnyId>() => Id
  readonly isServer = false
  readonly #replicas: readonly Replica[]
  readonly #holders = new Map<TableName, readonly Replica[]>()
  readonly #patches: (Adding | Setting | Extract<Patch, { kind: 'remove' }>)[] = []

  constructor({ studioId, userId, now, newId, replicas }: Rehearsed) {
    this.studioId = studioId
    this.userId = userId
    this.now = now
    this.newId = newId
    this.#replicas = replicas
  }

  /** The change's effects on the rows on screen. */
  // Each method's signature pairs a patch's table and rows.
  getPatches = (): readonly Patch[] => this.#patches as readonly unknown[] as readonly Patch[]

  find = <Name extends TableName>(table: Name, key: string): Rows[Name] | undefined => {
    for (const replica of this.#holdersOf(table)) {
      const row = replica.find(table, key)
      if (row !== undefined) return row
    }
    return undefined
  }

  under = <Name extends TableName>(table: Name, parent: string): readonly Rows[Name][] =>
    once(
      table,
      this.#holdersOf(table).map((replica) => replica.getUnder(table, parent)),
    )

  list = <Name extends TableName>(table: Name, scope?: Scope): readonly Rows[Name][] =>
    once(
      table,
      this.#holdersOf(table)
        .filter((replica) => scope === undefined || replica.scope === scope)
        .map((replica) => [...replica.getRows(table).values()]),
    )

  scopesOf = (table: TableName, key: string): readonly Scope[] =>
    this.#holdersOf(table).flatMap((replica) => (replica.find(table, key) === undefined ? [] : [replica.scope]))

  can = (permission: Permission): boolean =>
    this.#replicas.every((replica) => replica.findAccess()?.permissions.includes(permission) ?? true)

  add = <Name extends TableName>(scope: Scope, table: Name, rows: readonly Rows[Name][]): void => {
    if (rows.length === 0) return
    const last = this.#patches.at(-1)
    if (last?.kind === 'add' && last.scope === scope && last.table === table) last.rows.push(...rows)
    else this.#patches.push({ kind: 'add', scope, table, rows: [...rows] })
  }

  set: Transaction['set'] = ({ table, scope }, keys, fields) => {
    if (keys.length === 0) return
    const holders = this.#holdersOf(table)
    for (const replica of holders) {
      const rows = replica.getRows(table)
      const isThere = (key: string): boolean => rows.has(key)
      const mine = keys.every(isThere) ? keys : keys.filter(isThere)
      if (mine.length > 0) this.#patches.push({ kind: 'set', scope: replica.scope, table, keys: mine, fields })
    }
    // A scope that is not open gets the patch when it opens: offline there is nothing else to show.
    const isClosed = scope !== undefined && !holders.some((replica) => replica.scope === scope)
    if (isClosed) this.#patches.push({ kind: 'set', scope, table, keys, fields })
  }

  remove = (table: TableName, keys: readonly string[]): void => {
    for (const replica of this.#holdersOf(table)) {
      const mine = keys.filter((key) => replica.find(table, key) !== undefined)
      if (mine.length > 0) this.#patches.push({ kind: 'remove', scope: replica.scope, table, keys: mine })
    }
  }

  restore: Transaction['restore'] = (_deletionId, kept: readonly KeptRows[]) => {
    for (const { scope, table, rows } of kept) this.add(scope, table, rows)
  }

  // The server reports skipped tasks; the plan has already left out those known here.
  skip: Transaction['skip'] = () => undefined

  #holdersOf(table: TableName): readonly Replica[] {
    let holders = this.#holders.get(table)
    if (holders === undefined) {
      holders = this.#replicas.filter((replica) => tablesIn(parseScope(replica.scope).kind).includes(table))
      this.#holders.set(table, holders)
    }
    return holders
  }
}

/** Joins the rows of several scopes, without duplicates. */
function once<Name extends TableName>(table: Name, lists: readonly (readonly Rows[Name][])[]): readonly Rows[Name][] {
  const [first = []] = lists
  if (lists.length < 2) return first
  return [...new Map(lists.flat().map((row) => [rowKey(table, row), row])).values()]
}

type Outcome = { readonly done: Omit<Done, 'id' | 'answered'>; readonly write: Write }

/**
 * Works out what remains of a change, its effect on the rows on screen, and its inverse. Throws the plan's refusal as
 * an `AppError` if nothing remains.
 */
export function rehearse<Args extends object>(
  mutator: Mutator<string, Args>,
  wanted: Args,
  { rows, scopes, id }: { readonly rows: Rehearsal; readonly scopes: readonly Scope[]; readonly id: OperationId },
): Outcome {
  const plan = mutator.plan?.(rows, wanted) ?? { args: wanted, changedCount: 1 }
  if ('refusal' in plan) throw new AppError(plan.refusal, messages[plan.refusal])
  const { args, changedCount, conflictCount = 0 } = plan
  const { studioId } = rows
  const label = mutator.label(args)
  const steps = (mutator.invert?.(rows, args, id) ?? []).map((mutation) => ({ studioId, scopes, mutation }))
  mutator.apply(rows, args)
  return {
    done: { changedCount, conflictCount, ...(steps.length > 0 && { undo: { label, steps: steps.toReversed() } }) },
    write: {
      id,
      studioId,
      label,
      // Every mutator is in the list.
      mutation: toMutation(mutator, args) as unknown as Mutation,
      patches: rows.getPatches(),
      about: mutator.about?.(args) ?? [],
    },
  }
}
