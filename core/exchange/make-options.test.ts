import { expect, test } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import {
  newId,
  type FieldId,
  type ItemId,
  type OperationId,
  type SpaceId,
  type StudioId,
  type TaskId,
} from '#core/lib/ids.ts'
import { applyImport } from './apply-import.ts'
import { toReverse, type ImportChanges } from './import-changes.ts'
import { idOfStep, optionsStep } from './import-steps.ts'

const option = (id: string, name: string) => ({ fieldId: fieldId, key: 'vendor', id, name, color: '#22c55e' })
const fieldId = newId<FieldId>()

const changes: ImportChanges = {
  collections: [],
  items: [],
  tasks: [],
  options: [option('sol', 'Sol!'), option('luz', 'Luz')],
  itemChanges: [
    {
      id: newId<ItemId>(),
      expected: { fields: { vendor: ['acme'] } },
      fields: { fields: { vendor: ['acme', 'sol', 'luz'] } },
    },
  ],
  taskChanges: [{ id: newId<TaskId>(), field: 'fields.vendor', from: null, to: 'sol' }],
  deletions: undefined,
}

/** A server where somebody else has added Sol under this id, and nobody Luz; its first answer may be lost. */
function aServer(isLost: boolean) {
  const calls: (readonly [string, Readonly<Record<string, unknown>>])[] = []
  let isFirst = isLost
  const none = { collections: 0, items: 0, tasks: 0, comments: 0, changed: 0, deleted: 0, conflicts: [] }
  const call = async (name: string, request: Readonly<Record<string, unknown>> = {}) => {
    calls.push([name, request])
    if (isFirst) {
      isFirst = false
      throw new AppError('offline', 'Nobody answered.', { retryable: true })
    }
    const options = [
      { field_id: fieldId, given_id: 'sol', id: 'sol_2', is_new: false },
      { field_id: fieldId, given_id: 'luz', id: 'luz', is_new: true },
    ]
    return await Promise.resolve(name === 'add_field_options' ? { rev: 1, options } : none)
  }
  return { calls, gateway: { call, pull: async () => await Promise.reject(new Error('not asked for')) } as never }
}

test.each([false, true])(
  'values use the final ids of options; undo keeps options that others had added',
  async (isLost) => {
    const { calls, gateway } = aServer(isLost)
    const operationId = newId<OperationId>()
    let made = changes
    const place = { studioId: newId<StudioId>(), spaceId: newId<SpaceId>() }
    const onFields = (next: ImportChanges): void => void (made = next)
    await applyImport(gateway, { ...place, changes, operationId, onConflict: 'skip', onFields })

    const [first, ...others] = calls.slice(isLost ? 1 : 0)
    expect(first).toEqual([
      'add_field_options',
      {
        p_options: [
          { field_id: fieldId, id: 'sol', name: 'Sol!', color: '#22c55e' },
          { field_id: fieldId, id: 'luz', name: 'Luz', color: '#22c55e' },
        ],
        p_operation_id: idOfStep(operationId, optionsStep),
      },
    ])
    expect(others).toMatchObject([
      [
        'apply_import',
        {
          p_changes: {
            item_changes: [{ fields: { fields: { vendor: ['acme', 'sol_2', 'luz'] } } }],
            task_changes: [{ from: null, to: 'sol_2' }],
          },
        },
      ],
    ])
    expect(toReverse(made)).toMatchObject({
      itemChanges: [
        { expected: { fields: { vendor: ['acme', 'sol_2', 'luz'] } }, fields: { fields: { vendor: ['acme'] } } },
      ],
      taskChanges: [{ from: 'sol_2', to: null }],
      deletions: { options: [{ fieldId, id: 'luz' }] },
    })
  },
)

test('changed values are checked before options are added, and undo uses the server’s option ids', async () => {
  const { calls, gateway } = aServer(false)
  const request = { studioId: newId<StudioId>(), spaceId: newId<SpaceId>(), operationId: newId<OperationId>() }
  await applyImport(gateway, { ...request, changes, onConflict: 'refuse' })
  await applyImport(gateway, { ...request, changes: toReverse(changes), onConflict: 'skip' })

  expect(calls.map(([name]) => name)).toEqual(['apply_import', 'add_field_options', 'apply_import', 'apply_import'])
  expect(calls[0]?.[1]).toMatchObject({ p_changes: { only_check: true } })
  expect(calls[3]?.[1]).toMatchObject({
    p_changes: {
      deletions: {
        options: [
          { field_id: fieldId, id: 'sol' },
          { field_id: fieldId, id: 'luz' },
        ],
      },
    },
  })
})
