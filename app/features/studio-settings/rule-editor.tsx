import { useSnapshot } from 'valtio'
import { findConditionHint } from '#core/rules/event-condition.ts'
import type { RuleRows } from '#core/rules/rule.ts'
import { makeRuleScope } from '#core/rules/rule-scope.ts'
import { actionForms, triggerForms } from '#core/rules/rule-text.ts'
import { TextField } from '#app/ui/text-field.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { OfferedField } from './offered-field.tsx'
import { readRuleDraft } from './read-rule-draft.ts'
import { editDraft, ruleStore, type RuleDraft } from './rule-store.ts'
import { RuleTried } from './rule-tried.tsx'
import styles from './rules-tab.module.css'

/** Edits a rule, showing problems and completions while typing. */
export function RuleEditor({ names }: { readonly names: RuleRows }) {
  const { draft } = useSnapshot(ruleStore)
  if (draft === undefined) return null
  const read = readRuleDraft(draft, names)
  const problems = read.ok ? {} : read.problems
  // An empty field shows no error.
  const error = (text: string, problem: string | undefined) => (text.trim() === '' ? undefined : problem)
  return (
    <div className={styles['editor']}>
      <TextField
        label="Name"
        value={draft.name}
        maxLength={100}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens because somebody asked for it
        autoFocus
        onChange={(name) => editDraft({ name })}
      />
      <OfferedField
        label="When"
        rows={1}
        value={draft.when}
        offers={offersOfTrigger(names)}
        error={error(draft.when, problems.when)}
        onChange={(when) => editDraft({ when })}
      />
      <OfferedField
        label="If"
        hint={'Leave empty for always. For example: next.assignee != null, task("anim").done, all(tasks, t, t.done)'}
        rows={1}
        value={draft.condition}
        offers={[...makeRuleScope(names).names.keys()]}
        isByWord
        error={error(draft.condition, problems.condition)}
        warning={findConditionHint(draft.condition, names)}
        onChange={(condition) => editDraft({ condition })}
      />
      <OfferedField
        label="Then"
        hint="One action per line"
        rows={2}
        value={draft.actions}
        offers={offersOfAction(names)}
        error={error(draft.actions, problems.actions)}
        onChange={(actions) => editDraft({ actions })}
      />
      <RuleTried id={draft.id} />
      <Actions draft={draft} problem={read.ok ? undefined : (Object.values(problems)[0] ?? '')} />
    </div>
  )
}

type ActionsProps = { readonly draft: Pick<RuleDraft, 'id' | 'isActive'>; readonly problem: string | undefined }

function Actions({ draft, problem }: ActionsProps) {
  const { isSaving } = useSnapshot(ruleStore)
  const held = problem === undefined ? {} : { disabledReason: problem }
  return (
    <div className={styles['actions']}>
      <CommandButton command="rule.cancel" variant="ghost">
        Cancel
      </CommandButton>
      <CommandButton command="rule.try" args={[draft.id]} {...held}>
        Dry run
      </CommandButton>
      <CommandButton command="rule.save" isBusy={isSaving} {...held}>
        Save
      </CommandButton>
      {!draft.isActive && <CommandButton command="rule.save-on" variant="primary" isBusy={isSaving} {...held} />}
    </div>
  )
}

function offersOfTrigger({ statuses, fields }: RuleRows): readonly string[] {
  return [
    ...triggerForms,
    ...statuses.map(({ name }) => `status becomes ${name}`),
    ...fields.map(({ key }) => `field ${key} changes`),
  ]
}

function offersOfAction({ statuses, fields, webhooks, people }: RuleRows): readonly string[] {
  return [
    ...actionForms.filter((form) => !/[A-Z]{4}/.test(form)),
    ...statuses.flatMap(({ name }) => [`start next as ${name}`, `set status ${name}`, `set status ${name} on next`]),
    ...fields.filter(({ kind }) => kind !== 'formula').map(({ key }) => `set ${key} = `),
    ...['assignee', 'artist', 'next', 'owners'].map((who) => `notify ${who} ""`),
    ...people.map(({ name }) => `assign ${name}`),
    ...webhooks.map(({ name }) => `call ${name}`),
    'comment ""',
  ]
}
