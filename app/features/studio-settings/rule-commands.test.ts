import { afterEach, expect, test } from 'vitest'
import type { Rule } from '#core/rules/manage-rules.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { resetClient, setClient, setStudio } from '#app/stores/client-store.ts'
import { toastStore } from '#app/stores/toast-store.ts'
import { ruleCommands } from './rule-commands.ts'
import { editDraft, ruleStore } from './rule-store.ts'

const emptyRows = { statuses: [], stages: [], kinds: [], fields: [], people: [], webhooks: [], items: [], tasks: [] }

const rule: Rule = {
  id: 'rule-1',
  name: 'Next stage',
  trigger: { kind: 'status_changed', status: 'done' },
  condition: '',
  actions: [{ do: 'comment', text: 'Ready' }],
  projectId: 'project-1',
  isActive: true,
  stopped: '',
  author: 'Ingrid',
  runs: 3,
  last: undefined,
}

afterEach(resetClient)

test('undoing the deletion of a rule restores it as it was', async () => {
  const asked: [string, unknown][] = []
  const client = {
    gateway: {
      call: async (procedure: string, args: unknown) => {
        asked.push([procedure, args])
        return await Promise.resolve({})
      },
    },
    pages: { get: () => ({ rows: [rule] }), refresh: async () => await Promise.resolve() },
  }
  // This test uses nothing else of either.
  setClient(client as unknown as StudioClient)
  setStudio({ studioId: 'studio-1' } as unknown as StudioReplica)

  await ruleCommands.find(({ id }) => id === 'rule.delete')?.run({} as never, ['rule-1'])
  toastStore.toasts.at(-1)?.action?.run()

  expect(toastStore.toasts.at(-1)?.text).toBe('Deleted the rule “Next stage”')
  await expect.poll(() => asked.length).toBe(2)
  expect(asked).toEqual([
    ['delete_rule', { p_id: 'rule-1' }],
    [
      'save_rule',
      {
        p_studio_id: 'studio-1',
        p_id: 'rule-1',
        p_name: 'Next stage',
        p_trigger: rule.trigger,
        p_condition: '',
        p_actions: rule.actions,
        p_project_id: 'project-1',
        p_is_active: true,
      },
    ],
  ])
})

test('every rule command has keys for the focused rule, and an unsaved draft is not replaced by another', async () => {
  const client = { pages: { get: () => ({ rows: [{ ...rule, rows: emptyRows }] }) } }
  setClient(client as unknown as StudioClient)
  setStudio({ studioId: 'studio-1' } as unknown as StudioReplica)
  document.body.innerHTML = '<ul><li data-rule="rule-1"><button>Edit</button></li></ul>'
  document.querySelector('button')?.focus()
  const run = async (wanted: string) => await ruleCommands.find(({ id }) => id === wanted)?.run({} as never, [])

  await run('rule.edit')
  expect(ruleStore.draft).toMatchObject({ id: 'rule-1', name: 'Next stage' })
  editDraft({ name: 'Half written' })
  await run('rule.new')
  await run('rule.edit')

  expect(ruleStore.draft?.name).toBe('Half written')
  expect(toastStore.toasts.at(-1)?.text).toBe('Save or cancel the rule you are writing first.')
  const keyed = ruleCommands.filter((command) => 'keys' in command).map(({ id }) => id)
  expect(keyed).toEqual([
    'rule.new',
    'rule.edit',
    'rule.save',
    'rule.save-on',
    'rule.switch',
    'rule.try',
    'rule.delete',
  ])
})
