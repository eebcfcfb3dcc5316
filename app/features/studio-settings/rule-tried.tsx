import { useSnapshot } from 'valtio'
import { countChanged } from '#core/rules/dry-run.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { ruleStore } from './rule-store.ts'
import styles from './rules-tab.module.css'

const shownAtFirst = 5

/** The result of a dry run: what the rule would have done, and what it would change now. */
export function RuleTried({ id }: { readonly id: string }) {
  const { tried, trying, isWhole } = useSnapshot(ruleStore)
  if (trying === id) return <output className={styles['tried']}>Looking at the last 30 days …</output>
  if (tried?.id !== id) return null
  const { fired, changes, problem, isCut } = tried.result
  const shown = isWhole ? changes : changes.slice(0, shownAtFirst)
  const left = changes.length - shown.length
  const count = countChanged(changes)
  return (
    <div className={styles['tried']}>
      <output>
        <b>
          It would have fired {fired} {fired === 1 ? 'time' : 'times'} in 30 days.
        </b>{' '}
        {changes.length === 0
          ? 'Applied now it would change nothing.'
          : `Applied now it would change ${count} ${count === 1 ? 'task or item' : 'tasks and items'}:`}
        {isCut && ' Only the newest 5,000 events were checked.'}
        {problem !== undefined && ` It cannot run: ${problem}.`}
      </output>
      {shown.length > 0 && (
        <ul className={styles['changes']}>
          {shown.map((change) => (
            <li key={`${change.id} ${change.text}`}>
              {change.name}: {change.text}
            </li>
          ))}
          {left > 0 && (
            <li>
              <CommandButton command="rule.show-all" size="small" variant="ghost">
                and {left} more
              </CommandButton>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
