import { useEffect, useState } from 'react'
import { planFile, type FilePlan } from '#core/exchange/import-into-space.ts'
import { parseRationalRate } from '#core/exchange/rational-rate.ts'
import { dayOrders } from '#core/exchange/read-day.ts'
import { namedThings, toNameKey } from '#core/exchange/propose-names.ts'
import { toOptionKey } from '#core/exchange/propose-options.ts'
import {
  findImportFormat,
  saveAsRead,
  explainUnsupportedSheet,
  type ImportFormat,
} from '#core/exchange/read-import-file.ts'
import { dialogControls } from '#core/exchange/control-names.ts'
import { countChanges, describeExcess } from '#core/exchange/import-changes.ts'
import { fieldKinds, type FieldKind } from '#core/schema/field-definitions.ts'
import { toCatalogue } from '#core/exchange/to-content.ts'
import { attempt } from '#core/lib/attempt.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { activeStages } from '#app/widgets/space-catalogue.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import type { SpaceModel } from '../model/space-model.ts'
import { closeDialog } from '../space-view-store.ts'
import { ColumnMapping, listMeanings, newField } from './column-mapping.tsx'
import { ImportFooter } from './import-footer.tsx'
import { ImportOptions, noAnswers, type ImportAnswers } from './import-options.tsx'
import { findKeptAnswers, keepAnswers, pickOffered, type KeptAnswers } from './kept-answers.ts'
import { NameMapping } from './name-mapping.tsx'
import { OptionMapping, readOptionChoices } from './option-mapping.tsx'
import { ImportPlanView } from './import-plan-view.tsx'
import styles from './import-dialog.module.css'

type ImportDialogProps = { readonly client: StudioClient; readonly model: SpaceModel; readonly file: File }

/** Shows what a file would change in the space before anything is changed. */
export function ImportDialog({ client, model, file }: ImportDialogProps) {
  const [remembered] = useState(() => findOfferedAnswers(model))
  const [answers, setAnswers] = useState<ImportAnswers>({ ...noAnswers, ...remembered })
  const onAnswer = (more: Partial<ImportAnswers>): void => setAnswers((before) => ({ ...before, ...more }))
  const format = findImportFormat(file.name.split('.').at(-1) ?? '')
  const plan = useFilePlan({ client, model, file, answers })
  const stages = activeStages(model.studio, model.space.spaceId).map(({ name }) => name)
  const { fields = [], taskFields = [] } = toCatalogue(model.studio, model.space)
  const excess = isPlan(plan) ? describeExcess(plan.changes) : undefined
  const size = isPlan(plan) && excess === undefined ? countChanges(plan.changes) : 0
  return (
    <Dialog
      isOpen
      onClose={closeDialog}
      title={`Import ${file.name}`}
      width={720}
      footer={<ImportFooter plan={isPlan(plan) ? plan : undefined} size={size} />}
    >
      <form
        id="import-form"
        className={styles['options']}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPlan(plan) || size === 0) return
          rememberAnswers(model, plan, answers)
          void runCommand('space.apply-import', { args: [JSON.stringify(plan.changes), file.name] })
        }}
      >
        <ImportOptions
          format={format}
          answers={answers}
          onAnswer={onAnswer}
          commentStages={isPlan(plan) && plan.hasComments ? stages : []}
          asksRate={plan.asksRate || answers.sheetRate !== ''}
        />
      </form>
      <div aria-live="polite" className={styles['plan']}>
        {excess !== undefined && <p>{excess}</p>}
        <ColumnMapping
          unused={'titles' in plan ? plan.titles : plan.unused}
          known={isPlan(plan) ? plan.columns : []}
          proposals={isPlan(plan) ? plan.proposals : []}
          mayMakeFields={model.studio.can('create')}
          meanings={listMeanings(stages, { ofItems: fields, ofTasks: taskFields })}
          columns={answers.columns}
          onMap={(columns) => onAnswer({ columns })}
        />
        {isPlan(plan) ? <PlanWithNames {...{ plan, model, answers, remembered, onAnswer }} /> : <p>{plan.text}</p>}
      </div>
    </Dialog>
  )
}

type PlanWithNamesProps = {
  readonly plan: FilePlan
  readonly model: SpaceModel
  readonly answers: ImportAnswers
  readonly remembered: KeptAnswers
  readonly onAnswer: (more: Partial<ImportAnswers>) => void
}

/** Names missing from the studio, and the file's plan under the current answers. */
function PlanWithNames({ plan, model, answers, remembered, onAnswer }: PlanWithNamesProps) {
  const mayAdd = model.studio.can('create')
  return (
    <>
      <NameMapping
        proposals={plan.names}
        present={listPresent(model)}
        mayAdd={mayAdd}
        chosen={answers.names}
        remembered={remembered.names}
        onChoose={(names) => onAnswer({ names })}
      />
      <OptionMapping
        proposals={plan.options}
        fields={model.studio.getAllFields()}
        mayAdd={mayAdd}
        chosen={answers.options}
        remembered={remembered.options}
        onChoose={(options) => onAnswer({ options })}
      />
      <ImportPlanView plan={plan} />
    </>
  )
}

/** Lists the studio's names that a name in a file can be mapped to. */
function listPresent({ studio }: SpaceModel) {
  const nameOf = ({ name }: { readonly name: string }): string => name
  return {
    status: studio.getStatuses().map(nameOf),
    stage: studio.getStages().map(nameOf),
    kind: studio.getKinds().map(nameOf),
  }
}

/** Returns the mappings from earlier files whose targets still exist. */
function findOfferedAnswers(model: SpaceModel): KeptAnswers {
  const kept = findKeptAnswers(model.studio.studioId)
  const present = listPresent(model)
  const fields = model.studio.getAllFields()
  return {
    names: pickOffered(kept.names, (list) => namedThings.flatMap((of) => (of === list ? present[of] : []))),
    options: pickOffered(kept.options, (list) =>
      fields.flatMap(({ key, options }) => (key === list ? options.map(({ name }) => name) : [])),
    ),
  }
}

function rememberAnswers({ studio }: SpaceModel, plan: FilePlan, answers: ImportAnswers): void {
  const asked = {
    names: plan.names.map(({ of, name }) => toNameKey(of, name)),
    options: plan.options.map(({ key, option }) => toOptionKey(key, option)),
  }
  keepAnswers(studio.studioId, asked, answers)
}

/** Why there is no plan yet, or none at all; with the titles of columns, one of which may hold the item names. */
type NoPlan = { readonly text: string; readonly titles: readonly string[]; readonly asksRate: boolean }

function isPlan(plan: FilePlan | NoPlan): plan is FilePlan {
  return !('titles' in plan)
}

const noPlan = (text: string): NoPlan => ({ text, titles: [], asksRate: false })

type Asked = ImportDialogProps & { readonly answers: ImportAnswers }

/** Returns the plan, or why there is none yet or at all. */
function useFilePlan({ client, model, file, answers }: Asked): FilePlan | NoPlan {
  const [plan, setPlan] = useState<FilePlan | NoPlan>(noPlan('Reading …'))
  useEffect(() => {
    const asked = { isStill: true }
    const load = async (): Promise<void> => {
      const next = await loadPlan({ client, model, file, answers })
      if (asked.isStill) setPlan(next)
    }
    void load() // reports every error as text
    return () => {
      asked.isStill = false
    }
  }, [client, model, file, answers])
  return plan
}

async function loadPlan({ client, model, file, answers }: Asked): Promise<FilePlan | NoPlan> {
  const format = findImportFormat(file.name.split('.').at(-1) ?? '')
  if (format === undefined) {
    const other = explainUnsupportedSheet(file.name, file.name.split('.').at(-1) ?? '')
    return noPlan(other === undefined ? `The format of "${file.name}" is unknown.` : `${other} ${saveAsRead}`)
  }
  const numbers = readNumbers(answers, format)
  if ('titles' in numbers) return numbers
  const { studio, space, row } = model
  const mapped = Object.entries(answers.columns).filter(([, meaning]) => !meaning.startsWith(newField))
  const bytes = new Uint8Array(await file.arrayBuffer())
  const given = {
    format,
    encoding: answers.encoding === 'utf-8' ? undefined : answers.encoding,
    collection: answers.collection.trim() || undefined,
    sheet: answers.sheet.trim() || undefined,
    mapping: mapped.map(([title, meaning]) => [meaning, title] as const),
    fieldAnswers: {
      rest: 'propose',
      columns: readKinds(answers),
      options: { rest: 'propose', names: readOptionChoices(answers.options) },
      isAllowed: model.studio.can('create'),
    } as const,
    nameAnswers: {
      rest: 'propose',
      names: readOptionChoices(answers.names),
      isAllowed: model.studio.can('create'),
    } as const,
    isBlankClear: answers.isBlankClear,
    dayOrder: dayOrders.find((order) => order === answers.dayOrder),
    comments: {
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      stage: answers.commentStage === '' ? undefined : answers.commentStage,
    },
    ...numbers,
    match: answers.match.trim() || undefined,
  }
  const place = { studio, space, name: row.name, opener: client }
  // Offline, the casts of the project may be missing.
  const asked = await attempt(async () => await planFile(bytes, place, given))
  if (!asked.ok) return noPlan(asked.error.message)
  const plan = asked.value
  if (plan.ok) return plan.value
  const { line, column, message, titles, others = [] } = plan.error
  if (titles !== undefined) {
    const orElse = others.length > 0 ? `, or ${dialogControls.sheet(others)}` : ''
    return {
      text: `No column has the item names: choose “name” for the one that has them${orElse}.`,
      titles,
      asksRate: false,
    }
  }
  return noPlan(`${file.name}:${line}:${column}: ${message}`)
}

/** Reads the numbers typed, or says which is none. */
function readNumbers({ firstFrame, handles, rate, sheetRate }: ImportAnswers, format: ImportFormat) {
  const numbers = [firstFrame, handles].map((typed) => typed.trim())
  const wrong = numbers.find((typed) => !/^\d{0,8}$/.test(typed))
  if (wrong !== undefined) return noPlan(`"${wrong}" is not a whole number.`)
  const typedRate = (format === 'edl' ? rate : sheetRate).trim()
  const given = parseRationalRate(typedRate)
  if (given === undefined && typedRate !== '') {
    const said = `"${typedRate}" is not a frame rate: write 24, 23.976 or 24000/1001.`
    return { ...noPlan(said), asksRate: format !== 'edl' }
  }
  const [first, around] = numbers.map((typed) => (typed === '' ? undefined : Number(typed)))
  return { firstFrame: first, handles: around, rate: given }
}

/** Reads the kinds of the fields that columns become. */
function readKinds({ columns }: ImportAnswers): ReadonlyMap<string, FieldKind> {
  return new Map(
    Object.entries(columns).flatMap(([title, meaning]) => {
      const kind = fieldKinds.find((each) => meaning === `${newField}${each}`)
      return kind === undefined ? [] : [[title.toLowerCase(), kind] as const]
    }),
  )
}
