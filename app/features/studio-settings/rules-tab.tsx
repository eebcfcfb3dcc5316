import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Rule } from '#core/rules/manage-rules.ts'
import { ruleNamesQuery, rulesQuery } from '#core/rules/queries.ts'
import type { RuleRows } from '#core/rules/rule.ts'
import { writeAction, writeTrigger } from '#core/rules/rule-text.ts'
import { ruleTemplates } from '#core/rules/templates.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useKeptFocus } from '#app/ui/use-kept-focus.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { LastState } from '#app/widgets/last-state.tsx'
import { usePage } from '#app/widgets/use-page.ts'
import { NativeSelect } from './native-select.tsx'
import { ruleCommands } from './rule-commands.ts'
import { RuleEditor } from './rule-editor.tsx'
import { openRules, ruleStore } from './rule-store.ts'
import { RuleTried } from './rule-tried.tsx'
import styles from './rules-tab.module.css'

/** The studio's rules, for people who manage its users. */
export function RulesTab({ studio }: { readonly studio: StudioReplica }) {
  if (studio.can('admin_users')) return <Rules studio={studio} />
  return <EmptyState title="Rules" text="What the studio does automatically, set up by those who manage its users." />
}

function Rules({ studio: { studioId } }: { readonly studio: StudioReplica }) {
  useCommands(ruleCommands)
  useEffect(() => openRules(studioId), [studioId])
  const { draft } = useSnapshot(ruleStore)
  const { rows: rules, asOf, answeredAt } = usePage(rulesQuery({ studioId }), 'The rules could not be loaded')
  const names = usePage(ruleNamesQuery({ studioId }), 'What rules can name could not be loaded').rows[0]
  const list = useKeptFocus<HTMLDivElement>()
  if (names === undefined) return null
  const isNew = draft !== undefined && rules.every(({ id }) => id !== draft.id)
  return (
    <div className={styles['rules']} ref={list}>
      <Add />
      <LastState asOf={asOf} />
      {isNew && <RuleEditor names={names} />}
      {rules.length === 0 && !isNew && answeredAt !== undefined && (
        <EmptyState
          title="No rules yet"
          text="When a status changes, a revision is posted or a date comes near, the studio can do the next thing automatically. Begin with a template: nothing happens until you turn it on."
        />
      )}
      {rules.length > 0 && (
        <ul className={styles['list']}>
          {rules.map((rule) => (
            <li key={rule.id} className={styles['card']} data-focus-row="" data-rule={rule.id}>
              {draft?.id === rule.id ? <RuleEditor names={names} /> : <RuleCard rule={rule} names={names} />}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Add() {
  const [template, setTemplate] = useState('')
  return (
    <div className={styles['add']}>
      <NativeSelect
        label="Template of the new rule"
        value={template}
        options={[
          { value: '', label: 'Empty' },
          ...ruleTemplates.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        onChange={setTemplate}
      />
      <CommandButton command="rule.new" args={[template]} variant="primary" icon={<Plus aria-hidden="true" />} />
    </div>
  )
}

const time = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** Returns the state of a rule, in a line. */
function stateOf({ isActive, stopped, runs, last, author }: Rule): string {
  if (stopped !== '') return `stopped: ${stopped}`
  if (!isActive) return 'off'
  const when = last === undefined ? '' : `, last ${time.format(Date.parse(last.ranAt))} for ${last.about}`
  const problem = last === undefined || last.problem === '' ? '' : `: ${last.problem}`
  return `${runs === 0 ? 'has not fired yet' : `fired ${runs} times in 30 days`}${when}${problem} · acts for ${author}`
}

function RuleCard({ rule, names }: { readonly rule: Rule; readonly names: RuleRows }) {
  const { id, name, isActive, stopped } = rule
  const small = { args: [id], size: 'small', variant: 'ghost', hasKeyHint: false } as const
  const turn = isActive ? 'Turn off' : stopped === '' ? 'Turn on' : 'Take over'
  return (
    <>
      <div className={styles['header']} data-state={isActive ? 'on' : stopped === '' ? 'off' : 'stopped'}>
        <span className={styles['title']}>
          <b>{name}</b> <span className={styles['state']}>{stateOf(rule)}</span>
        </span>
        <span className={styles['actions']}>
          <CommandButton command="rule.try" {...small} aria-label={`Dry run of ${name}`}>
            Dry run
          </CommandButton>
          <CommandButton command="rule.edit" {...small} aria-label={`Edit ${name}`}>
            Edit
          </CommandButton>
          <CommandButton command="rule.delete" {...small} aria-label={`Delete ${name}`}>
            Delete
          </CommandButton>
          <CommandButton command="rule.switch" {...small} variant="default" aria-label={`${turn} ${name}`}>
            {turn}
          </CommandButton>
        </span>
      </div>
      <dl className={styles['parts']}>
        <dt>When</dt>
        <dd>{writeTrigger(rule.trigger, names)}</dd>
        {rule.condition !== '' && (
          <>
            <dt>If</dt>
            <dd>
              <code>{rule.condition}</code>
            </dd>
          </>
        )}
        <dt>Then</dt>
        <dd>{rule.actions.map((action) => writeAction(action, names)).join(' · ')}</dd>
      </dl>
      <RuleTried id={id} />
    </>
  )
}
