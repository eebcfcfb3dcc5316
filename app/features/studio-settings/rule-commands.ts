import { AppError } from '#core/lib/errors.ts'
import { err, ok } from '#core/lib/result.ts'
import { deleteRule, saveRule, tryRule, type Rule } from '#core/rules/manage-rules.ts'
import { ruleNamesQuery, rulesQuery } from '#core/rules/queries.ts'
import type { RuleRows, RuleText } from '#core/rules/rule.ts'
import { ruleTemplates } from '#core/rules/templates.ts'
import { defineWith, type CommandOutcome } from '#app/commands/define-command.ts'
import { reportFailure } from '#app/commands/report-failure.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { getPage } from '#app/widgets/use-page.ts'
import { readRuleDraft, toRuleDraft } from './read-rule-draft.ts'
import { closeDraft, openDraft, ruleStore, setSavingRule, setTrying, showAllTried, showTried } from './rule-store.ts'

const defineInDialog = defineWith({ group: 'Studio', scope: 'dialog', isKeyOnly: true })
const triedDays = 30

/** The commands for the studio's rules: create from templates, edit, dry run, switch on and off, delete. */
export const ruleCommands = [
  defineInDialog({
    id: 'rule.new',
    title: 'New rule',
    keys: ['n'],
    shadows: ['feed.close'],
    run: (_context, [templateId = '']) => {
      if (isWriting()) return
      const rows = findNames()
      const template = ruleTemplates.find(({ id }) => id === templateId)
      if (template === undefined || rows === undefined) {
        openDraft()
        return
      }
      const made = template.make(rows)
      if ('lacks' in made) showToast({ text: `For this the studio needs ${made.lacks}.` })
      else openDraft(toRuleDraft(made, rows))
    },
  }),
  defineInDialog({
    id: 'rule.edit',
    title: 'Change the rule',
    keys: ['e'],
    shadows: ['feed.view'],
    run: (_context, [id = findFocused()]) => {
      if (isWriting()) return
      const [rule, rows] = [findRule(id), findNames()]
      if (rule !== undefined && rows !== undefined) openDraft(toRuleDraft(rule, rows))
    },
  }),
  defineInDialog({ id: 'rule.cancel', title: 'Discard the changes to the rule', run: closeDraft }),
  defineInDialog({
    id: 'rule.save',
    title: 'Save the rule',
    keys: ['mod+enter'],
    shadows: ['project.submit', 'space.submit', 'user.save-settings'],
    when: () => ruleStore.draft !== undefined,
    run: async () => await saveDraft({ isOn: false }),
  }),
  defineInDialog({
    id: 'rule.save-on',
    title: 'Save and turn on',
    keys: ['mod+shift+enter'],
    when: () => ruleStore.draft !== undefined,
    run: async () => await saveDraft({ isOn: true }),
  }),
  defineInDialog({
    id: 'rule.switch',
    title: 'Turn the rule on or off',
    keys: ['o'],
    run: async (_context, [id = findFocused()]) => {
      const rule = findRule(id)
      // Someone who turns on a stopped rule becomes its author.
      return rule === undefined ? undefined : await save({ ...rule, isActive: !rule.isActive })
    },
  }),
  defineInDialog({
    id: 'rule.try',
    title: 'Dry run of the rule',
    keys: ['mod+alt+enter', 't'],
    run: async (_context, [given]): Promise<CommandOutcome> => {
      const { draft } = ruleStore
      const id = given ?? draft?.id ?? findFocused()
      const rule = draft?.id === id ? readDraft() : findRule(id)
      if (rule === undefined) return undefined
      const { client, studio } = getStudio()
      const { studioId } = studio
      setTrying(id)
      try {
        showTried({ id, result: await tryRule({ studioId, rule: { ...rule, id }, days: triedDays }, client) })
      } finally {
        setTrying(undefined)
      }
      return undefined
    },
  }),
  defineInDialog({ id: 'rule.show-all', title: 'Show all that it would change', run: showAllTried }),
  defineInDialog({
    id: 'rule.delete',
    title: 'Delete the rule',
    keys: ['delete', 'backspace'],
    run: async (_context, [id = findFocused()]) => {
      const rule = findRule(id)
      if (rule === undefined) return
      await deleteRule(id, getStudio().client)
      if (ruleStore.draft?.id === id) closeDraft()
      await askAgain()
      // The rule is restored as it was, without its log.
      const undo = (): void => void save(rule).then((done) => done.ok || reportFailure(done.error, undo))
      showToast({ text: `Deleted the rule “${rule.name}”`, action: { label: 'Undo', run: undo } })
    },
  }),
]

/** Returns whether a rule is being edited, and says so, since a draft is not dropped for another. */
function isWriting(): boolean {
  if (ruleStore.draft === undefined) return false
  showToast({ text: 'Save or cancel the rule you are writing first.' })
  return true
}

async function saveDraft({ isOn }: { readonly isOn: boolean }): Promise<CommandOutcome> {
  const { draft } = ruleStore
  const rule = readDraft()
  if (draft === undefined || rule === undefined) return undefined
  const { id, projectId, isActive } = draft
  const done = await save({ ...rule, id, projectId, isActive: isOn || isActive })
  if (done.ok) closeDraft()
  return done
}

/** Returns the rule whose card has the focus. */
function findFocused(): string {
  const card = document.activeElement?.closest<HTMLElement>('[data-rule]')
  return card?.dataset['rule'] ?? ''
}

function findRule(id: string): Rule | undefined {
  return getPage(rulesQuery({ studioId: getStudio().studio.studioId })).rows.find((one) => one.id === id)
}

function findNames(): RuleRows | undefined {
  return getPage(ruleNamesQuery({ studioId: getStudio().studio.studioId })).rows[0]
}

function readDraft(): RuleText | undefined {
  const [{ draft }, rows] = [ruleStore, findNames()]
  if (draft === undefined || rows === undefined) return undefined
  const read = readRuleDraft(draft, rows)
  return read.ok ? read.rule : undefined
}

async function save(rule: RuleText & Pick<Rule, 'id' | 'projectId' | 'isActive'>) {
  const { client, studio } = getStudio()
  setSavingRule(true)
  try {
    await saveRule({ ...rule, studioId: studio.studioId }, client)
    await askAgain()
    return ok(undefined)
  } catch (error) {
    if (error instanceof AppError) return err(error)
    throw error
  } finally {
    setSavingRule(false)
  }
}

async function askAgain(): Promise<void> {
  const { client, studio } = getStudio()
  await client.pages.refresh(rulesQuery({ studioId: studio.studioId }))
}
