import type { RuleChange, RuleEvent, RuleItem, RuleRows, RuleStatus, RuleTask } from './rule.ts'

/** The rows that rules decide upon, as they are at one moment: changes go forward, events can be taken back. */
export class RuleState {
  readonly catalogue: Pick<RuleRows, 'statuses' | 'stages' | 'fields' | 'people' | 'webhooks'>
  readonly #items = new Map<string, RuleItem>()
  readonly #tasks = new Map<string, RuleTask>()
  readonly #tasksOfItem = new Map<string, string[]>()
  readonly #itemsOfCollection = new Map<string, string[]>()
  /** Sequences and episodes, by what they are and their space. */
  readonly #roofs = new Map<string, string[]>()
  readonly #statuses: ReadonlyMap<string, RuleStatus>
  readonly #stageOrder: ReadonlyMap<string, number>

  constructor(rows: RuleRows) {
    this.catalogue = rows
    this.#statuses = new Map(rows.statuses.map((status) => [status.id, status]))
    this.#stageOrder = new Map(rows.stages.map(({ id }, order) => [id, order]))
    for (const item of rows.items) {
      this.#items.set(item.id, item)
      push(this.#itemsOfCollection, item.collectionId, item.id)
      if (isRoof(item)) push(this.#roofs, `${item.type} ${item.spaceId}`, item.id)
    }
    for (const task of rows.tasks) {
      this.#tasks.set(task.id, task)
      push(this.#tasksOfItem, task.itemId, task.id)
    }
  }

  findItem(id: string | undefined): RuleItem | undefined {
    return id === undefined ? undefined : this.#items.get(id)
  }

  findTask(id: string | undefined): RuleTask | undefined {
    return id === undefined ? undefined : this.#tasks.get(id)
  }

  findStatus(id: string): RuleStatus | undefined {
    return this.#statuses.get(id)
  }

  isDone({ statusId }: RuleTask): boolean {
    return this.#statuses.get(statusId)?.isDone === true
  }

  /** An item's tasks that are not disabled, in the order of their stages. */
  getTasks(itemId: string): readonly RuleTask[] {
    const order = ({ stageId }: RuleTask): number => this.#stageOrder.get(stageId) ?? Number.POSITIVE_INFINITY
    return (this.#tasksOfItem.get(itemId) ?? [])
      .map((id) => this.#tasks.get(id))
      .filter((task): task is RuleTask => task?.isDisabled === false)
      .toSorted((first, second) => order(first) - order(second))
  }

  /** The task of the item's next stage. */
  findNext(task: RuleTask): RuleTask | undefined {
    const tasks = this.getTasks(task.itemId)
    const at = tasks.findIndex(({ id }) => id === task.id)
    return at < 0 ? undefined : tasks[at + 1]
  }

  /** What of a collection is in the film and no sequence or episode itself. */
  getGroup(collectionId: string): readonly RuleItem[] {
    return (this.#itemsOfCollection.get(collectionId) ?? [])
      .map((id) => this.#items.get(id))
      .filter((item): item is RuleItem => item !== undefined && !item.isOmitted && !isRoof(item))
  }

  /** The sequences of an item's episode: of its space, where that is one. */
  getSequences({ spaceId, episode }: RuleItem): readonly RuleItem[] {
    return this.#inSpace(spaceId, 'sequence').filter((one) => one.episode === episode && !one.isOmitted)
  }

  /** What an item is part of: the sequence in its collection, else named as it; the episode named so, or the only one. */
  findRoof(item: RuleItem, type: 'sequence' | 'episode'): RuleItem | undefined {
    const all = this.#inSpace(item.spaceId, type)
    const called = (wanted: string): RuleItem | undefined =>
      all.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
    if (type === 'sequence')
      return all.find(({ collectionId }) => collectionId === item.collectionId) ?? called(item.collection)
    return called(item.episode ?? item.space) ?? (all.length === 1 ? all[0] : undefined)
  }

  #inSpace(spaceId: string, type: 'sequence' | 'episode'): readonly RuleItem[] {
    const ids = this.#roofs.get(`${type} ${spaceId}`) ?? []
    return ids.map((id) => this.#items.get(id)).filter((item) => item !== undefined)
  }

  /** Takes over what a rule changes. */
  apply(change: RuleChange): void {
    if (change.do === 'set_status') this.#patchTask(change.taskId, { statusId: change.statusId })
    else if (change.do === 'assign') this.#patchTask(change.taskId, { assigneeId: change.userId })
    else if (change.do === 'set_field') this.#patchField(change, change.key, change.value)
  }

  /** Takes back what an event changed: before it, things were so. */
  revert(event: RuleEvent): void {
    this.#take(event, event.old)
  }

  /** Does what an event changed: after it, things were so. */
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

/** What stands over shots rather than beside them. */
function isRoof({ type }: RuleItem): boolean {
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

function push(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [value])
  else known.push(value)
}
