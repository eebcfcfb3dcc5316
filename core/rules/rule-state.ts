import type { RuleChange, RuleEvent, RuleItem, RuleRows, RuleStatus, RuleTask } from './rule.ts'

/** Rows indexed by what they are looked up by; the same for every moment. */
type RuleIndex = {
  readonly items: ReadonlyMap<string, RuleItem>
  readonly tasks: ReadonlyMap<string, RuleTask>
  /** In the order of their stages. */
  readonly tasksOfItem: ReadonlyMap<string, readonly RuleTask[]>
  /** Without sequences and episodes. */
  readonly itemsOfCollection: ReadonlyMap<string, readonly RuleItem[]>
  /** Sequences and episodes, by type and space. */
  readonly parents: ReadonlyMap<string, readonly RuleItem[]>
  readonly statuses: ReadonlyMap<string, RuleStatus>
}

const indexes = new WeakMap<RuleRows, RuleIndex>()

function indexRows(rows: RuleRows): RuleIndex {
  const known = indexes.get(rows)
  if (known !== undefined) return known
  const order = new Map(rows.stages.map(({ id }, at) => [id, at]))
  const orderOf = ({ stageId }: RuleTask): number => order.get(stageId) ?? Number.POSITIVE_INFINITY
  const tasksOfItem = Map.groupBy(rows.tasks, ({ itemId }) => itemId)
  for (const tasks of tasksOfItem.values()) tasks.sort((first, second) => orderOf(first) - orderOf(second))
  const index: RuleIndex = {
    items: new Map(rows.items.map((item) => [item.id, item])),
    tasks: new Map(rows.tasks.flatMap((task) => (task.id === '' ? [] : [[task.id, task]]))),
    tasksOfItem,
    itemsOfCollection: Map.groupBy(
      rows.items.filter((item) => !isParent(item)),
      ({ collectionId }) => collectionId,
    ),
    parents: Map.groupBy(rows.items.filter(isParent), ({ type, spaceId }) => `${type} ${spaceId}`),
    statuses: new Map(rows.statuses.map((status) => [status.id, status])),
  }
  indexes.set(rows, index)
  return index
}

/** The rows that rules decide on, as of one moment: changes can be applied, and events reverted or replayed. */
export class RuleState {
  readonly catalogue: Pick<RuleRows, 'statuses' | 'stages' | 'fields' | 'people' | 'webhooks'>
  readonly #index: RuleIndex
  /** Rows that differ from the given ones. */
  readonly #items = new Map<string, RuleItem>()
  readonly #tasks = new Map<string, RuleTask>()

  constructor(rows: RuleRows) {
    this.catalogue = rows
    this.#index = indexRows(rows)
  }

  findItem(id: string | undefined): RuleItem | undefined {
    return id === undefined ? undefined : (this.#items.get(id) ?? this.#index.items.get(id))
  }

  findTask(id: string | undefined): RuleTask | undefined {
    return id === undefined ? undefined : (this.#tasks.get(id) ?? this.#index.tasks.get(id))
  }

  findStatus(id: string): RuleStatus | undefined {
    return this.#index.statuses.get(id)
  }

  isDone({ statusId }: RuleTask): boolean {
    return this.findStatus(statusId)?.isDone === true
  }

  /** Returns an item's enabled tasks, in the order of their stages. */
  getTasks(itemId: string): readonly RuleTask[] {
    return (this.#index.tasksOfItem.get(itemId) ?? [])
      .map((task) => this.#tasks.get(task.id) ?? task)
      .filter(({ isDisabled }) => !isDisabled)
  }

  /** Finds the task of the item's next stage. */
  findNext(task: RuleTask): RuleTask | undefined {
    const tasks = this.getTasks(task.itemId)
    const at = tasks.findIndex(({ id }) => id === task.id)
    return at < 0 ? undefined : tasks[at + 1]
  }

  /** Returns a collection's items, without omitted ones, sequences and episodes. */
  getGroup(collectionId: string): readonly RuleItem[] {
    return this.#current(this.#index.itemsOfCollection.get(collectionId)).filter(({ isOmitted }) => !isOmitted)
  }

  /** Returns the sequences of an item's episode, or of its space if that is the episode. */
  getSequences({ spaceId, episode }: RuleItem): readonly RuleItem[] {
    return this.#inSpace(spaceId, 'sequence').filter((one) => one.episode === episode && !one.isOmitted)
  }

  /**
   * Finds what an item is part of: the sequence in its collection, else the one with its name; the episode with its
   * name, or the only one.
   */
  findParent(item: RuleItem, type: 'sequence' | 'episode'): RuleItem | undefined {
    const all = this.#inSpace(item.spaceId, type)
    const called = (wanted: string): RuleItem | undefined =>
      all.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
    if (type === 'sequence')
      return all.find(({ collectionId }) => collectionId === item.collectionId) ?? called(item.collection)
    return called(item.episode ?? item.space) ?? (all.length === 1 ? all[0] : undefined)
  }

  #inSpace(spaceId: string, type: 'sequence' | 'episode'): readonly RuleItem[] {
    return this.#current(this.#index.parents.get(`${type} ${spaceId}`))
  }

  #current(items: readonly RuleItem[] = []): readonly RuleItem[] {
    return items.map((item) => this.#items.get(item.id) ?? item)
  }

  /** Applies a rule's change. */
  apply(change: RuleChange): void {
    if (change.do === 'set_status') this.#patchTask(change.taskId, { statusId: change.statusId })
    else if (change.do === 'assign') this.#patchTask(change.taskId, { assigneeId: change.userId })
    else if (change.do === 'set_field') this.#patchField(change, change.key, change.value)
  }

  /** Reverts an event to the values before it. */
  revert(event: RuleEvent): void {
    this.#take(event, event.old)
  }

  /** Replays an event to the values after it. */
  replay(event: RuleEvent): void {
    this.#take(event, event.new)
  }

  #take({ kind, task_id, item_id }: RuleEvent, values: RuleEvent['old']): void {
    if (kind === 'task.status_changed') this.#patchTask(task_id, { statusId: String(values['status_id']) })
    else if (kind === 'task.assigned') this.#patchTask(task_id, { assigneeId: textOrNull(values['assignee_id']) })
    else if (kind === 'task.changed') this.#patchTask(task_id, toPatch(values))
    else if (kind === 'field.changed') {
      const of = task_id === undefined ? { itemId: item_id } : { taskId: task_id }
      this.#patchField(of, String(values['key']), values['value'] ?? null)
    }
  }

  #patchTask(id: string | undefined, patch: Partial<RuleTask>): void {
    const task = this.findTask(id)
    if (task !== undefined) this.#tasks.set(task.id, { ...task, ...patch })
  }

  #patchField(
    of: { readonly itemId: string | undefined } | { readonly taskId: string },
    key: string,
    value: unknown,
  ): void {
    const [item, task] = 'taskId' in of ? [undefined, this.findTask(of.taskId)] : [this.findItem(of.itemId), undefined]
    if (item !== undefined) this.#items.set(item.id, { ...item, fields: { ...item.fields, [key]: value } })
    if (task !== undefined) this.#patchTask(task.id, { fields: { ...task.fields, [key]: value } })
  }
}

/** Tells whether an item contains shots, rather than being one. */
function isParent({ type }: RuleItem): boolean {
  return type === 'sequence' || type === 'episode'
}

function toPatch(values: RuleEvent['old']): Partial<RuleTask> {
  return {
    ...('due_date' in values && { dueDate: textOrNull(values['due_date']) as RuleTask['dueDate'] }),
    ...(typeof values['priority'] === 'number' && { priority: values['priority'] }),
    ...(typeof values['is_disabled'] === 'boolean' && { isDisabled: values['is_disabled'] }),
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
