import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { toBroughtDecisions, type DecisionChoices } from '#core/packet/bring-decisions.ts'
import { describeConflict, describeDecision, describeDecisions, describeWho } from '#core/packet/decision-words.ts'
import type { DecisionConflict, DecisionPlan } from '#core/packet/plan-decisions.ts'
import { mentionablePeople } from '#app/widgets/comments/comment-feed-model.ts'
import { useStudioReplica } from '#app/widgets/use-client.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { bringStore } from './bring-store.ts'
import styles from './bring.module.css'
import { useBringing } from './use-bringing.ts'

/** The dialog that brings decisions back, while open. */
export function BringDialog() {
  const isOpen = useSyncExternalStore(bringStore.subscribe, bringStore.isOpen)
  // Going to another screen closes it.
  useEffect(() => bringStore.close, [])
  return isOpen ? <Bring /> : null
}

function Bring() {
  const [files, setFiles] = useState<readonly File[]>([])
  const [choices, setChoices] = useState<DecisionChoices>(new Map())
  const state = useBringing(files)
  const { found, decisions } = useReady(state, choices)
  const take = (list: FileList | null): void => {
    setChoices(new Map())
    if (list !== null && list.length > 0) setFiles([...list])
  }
  return (
    <Dialog
      isOpen
      onClose={bringStore.close}
      title="Bring decisions back"
      description="decisions.json from a packet, or the ZIP that holds it. Each decision is applied once, however often you bring it."
      width={760}
      footer={
        <Button type="submit" form="bring-form" variant="primary" isDisabled={decisions.length === 0}>
          {decisions.length === 0
            ? 'Nothing to bring'
            : `Bring ${decisions.length} ${decisions.length === 1 ? 'decision' : 'decisions'}`}
        </Button>
      }
    >
      <form
        id="bring-form"
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void runCommand('review.apply-decisions')
        }}
      >
        <label className={styles['files']}>
          <span>Files, chosen or dropped here</span>
          <input type="file" multiple accept=".json,.zip" onChange={({ target }) => take(target.files)} />
        </label>
        <div aria-live="polite">
          {typeof state === 'string' && <p>{state}</p>}
          {found !== undefined && <p>{`${found.session.name}: ${describeDecisions(found.plan)}.`}</p>}
        </div>
        {found?.plan.conflicts.map((conflict) => (
          <Conflict
            key={conflict.taskId}
            conflict={conflict}
            choice={choices.get(conflict.taskId)}
            onChoose={(choice) => setChoices(new Map([...choices, [conflict.taskId, choice]]))}
          />
        ))}
        {found !== undefined && <Lines plan={found.plan} />}
      </form>
    </Dialog>
  )
}

/** Sets what the command will bring back, from the choices so far. */
function useReady(state: ReturnType<typeof useBringing>, choices: DecisionChoices) {
  const studio = useStudioReplica()
  const found = typeof state === 'object' ? state : undefined
  const decisions = useMemo(
    () =>
      found === undefined ? [] : toBroughtDecisions(found.plan, choices, mentionablePeople(studio?.getMembers() ?? [])),
    [found, choices, studio],
  )
  useEffect(() => {
    const left = found?.plan.conflicts.filter(({ taskId }) => !choices.has(taskId)).length ?? 0
    bringStore.setReady(found && { sessionId: found.session.id, name: found.session.name, decisions, left })
  }, [found, choices, decisions])
  return { found, decisions }
}

type ConflictProps = {
  readonly conflict: DecisionConflict
  readonly choice: string | undefined
  readonly onChoose: (choice: string) => void
}

function Conflict({ conflict, choice, onChoose }: ConflictProps) {
  const { path, now, decisions } = conflict
  const options = decisions.map(({ decision, to = '' }) => ({
    value: decision.id,
    label: `${to} (${describeWho(decision)})`,
  }))
  return (
    <div className={styles['conflict']}>
      <p>{describeConflict(conflict)}</p>
      <Segmented
        label={`What happens to ${path}`}
        value={choice ?? ''}
        options={[{ value: 'keep', label: `Keep ${now}` }, ...options]}
        onChange={onChoose}
      />
    </div>
  )
}

function Lines({ plan }: { readonly plan: DecisionPlan }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions must be reachable by key
    <section className={styles['lines']} aria-label="Decisions" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {['Task', 'Change', 'Who', 'Note', 'State'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {plan.lines.map((line) => {
            const { who, path, change, note, state } = describeDecision(line)
            return (
              <tr key={line.decision.id} data-state={line.state}>
                <td>{path}</td>
                <td>{change}</td>
                <td>{who}</td>
                <td className={styles['note']}>{note}</td>
                <td>{state}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
