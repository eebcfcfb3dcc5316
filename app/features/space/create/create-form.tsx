import { Plus } from 'lucide-react'
import { useEffect, useId, useMemo, useState } from 'react'
import { findDuplicateRows } from '#core/items/item-names.ts'
import { newId, type CollectionId, type SpaceId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { defineWith } from '#app/commands/define-command.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { useLayer } from '#app/hooks/use-layer.ts'
import { holdUnsavedForm } from '#app/stores/ui-store.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { collectionOfCursor } from '../commands/collection-commands.ts'
import { sortCollections } from '#core/items/grid-layout.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { closeDialog } from '../space-view-store.ts'
import { texts } from '../texts.ts'
import { CollectionField } from './collection-field.tsx'
import { KindField, startKind } from './kind-field.tsx'
import { CreateRowFields } from './create-row-fields.tsx'
import {
  addRow,
  applyAction,
  emptyCreateRows,
  hasText,
  isReady,
  removeRow,
  toTrimmedRows,
  type CreateRows,
  type RowAction,
} from './create-rows.ts'
import { findKeptFieldTexts, findKeptRows, keepFieldTexts, keepRows, type FieldTexts } from './kept-rows.ts'
import {
  findKeptMeanings,
  findRemoved,
  followNames,
  keepMeanings,
  noteMeanings,
  type Meanings,
} from './follow-options.ts'
import { listNewFields, partTexts, readNewFields } from './new-fields.ts'
import { NewItemFields } from './new-item-fields.tsx'
import styles from './create-form.module.css'

const define = defineWith({ group: 'Create form', scope: 'create-form' })

type CreateFormProps = {
  readonly model: SpaceModel
  /** The id of the initial kind; the space's where absent. */
  readonly of?: string | undefined
}

/** Creates items: a collection and a list of names. Opens with the cursor's collection. */
export function CreateForm({ model, of }: CreateFormProps) {
  const isIllustration = model.row.layout === 'illustration'
  const formId = useId()
  const form = useCreateForm(model, isIllustration, of)
  return (
    <Dialog
      isOpen
      onClose={closeDialog}
      title={texts.createTitle(isIllustration, findKindName(model, form.kindId))}
      width={640}
      footer={
        <>
          <Button variant="ghost" onClick={closeDialog}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" isDisabled={!form.isReady}>
            {form.rows.length === 1 ? 'Create' : `Create ${form.rows.length}`}
          </Button>
        </>
      }
    >
      <CreateFormBody model={model} formId={formId} form={form} isIllustration={isIllustration} />
    </Dialog>
  )
}

/** Returns the studio's name for a kind of item, unless it is a shot. */
function findKindName({ studio }: SpaceModel, kindId: string): string | undefined {
  const kind = studio.getKinds().find(({ id }) => id === kindId)
  return kind === undefined || kind.itemType === 'shot' ? undefined : kind.name
}

type Form = ReturnType<typeof useCreateForm>

function CreateFormBody(props: {
  readonly model: SpaceModel
  readonly formId: string
  readonly form: Form
  readonly isIllustration: boolean
}) {
  const { model, formId, form, isIllustration } = props
  useLayer({ scope: 'create-form', blocks: 'nothing', onClose: closeDialog })
  useCommands(form.commands)
  useHold(form.isTouched)
  return (
    <form
      id={formId}
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      {!isIllustration && <Place model={model} form={form} />}
      <ul className={styles['rows']} aria-label="Items to create">
        {form.rows.map((row, index) => (
          <CreateRowFields
            key={row.key}
            row={row}
            number={index + 1}
            isLast={index === form.rows.length - 1}
            isDuplicate={form.duplicates.has(index)}
            taken={form.taken}
            canRemove={form.rows.length > 1}
            takesFocus={isIllustration || form.collectionId !== undefined}
            dispatch={form.dispatch}
          />
        ))}
      </ul>
      <div className={styles['add']}>
        <CommandButton command="create-form.add-row" variant="ghost" icon={<Plus aria-hidden="true" />} />
        <span className={styles['hint']}>Paste a list of names to fill rows.</span>
      </div>
      <NewItemFields
        model={model}
        isOfMany={form.rows.length > 1}
        kindId={form.kindId}
        texts={form.fieldTexts}
        meanings={form.meanings}
        onChange={form.setFieldTexts}
      />
      {form.alert !== undefined && (
        <p ref={showAlert} className={styles['alert']} role="alert">
          {form.alert}
        </p>
      )}
    </form>
  )
}

/** Scrolls an alert into view: on a phone the end of a long form is off the screen. */
function showAlert(alert: HTMLElement | null): void {
  alert?.scrollIntoView({ block: 'nearest' })
}

/** Chooses the collection and kind of the new items. */
function Place({ model, form }: { readonly model: SpaceModel; readonly form: Form }) {
  const named = model.space.getCollections().filter(({ isDefault }) => !isDefault)
  return (
    <div className={styles['place']}>
      <CollectionField
        collections={sortCollections(named, 'name')}
        value={form.collectionId}
        onChange={form.setCollection}
        onCreate={(name) => {
          const id = newId<CollectionId>()
          void runCommand('collection.create', { args: [id, name] })
          form.setCollection(id)
        }}
      />
      <KindField model={model} value={form.kindId} onChange={form.setKind} />
    </div>
  )
}

/** While anything is typed, asks before a reload or leaving, and holds back a new version of the app. */
function useHold(isTouched: boolean): void {
  useEffect(() => {
    if (!isTouched) return undefined
    const release = holdUnsavedForm()
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => {
      release()
      window.removeEventListener('beforeunload', ask)
    }
  }, [isTouched])
}

function useCreateForm(model: SpaceModel, isIllustration: boolean, of: string | undefined) {
  const { state, setState } = useKeptRows(model.row.id)
  const { fieldTexts, setFieldTexts, meanings } = useKeptFieldTexts(model)
  const [collectionId, setCollection] = useState(() => startCollection(model))
  const [kindId, setKind] = useState(() => of ?? startKind(model))
  const [alert, setAlert] = useState<string>()
  const collection = { isNeeded: !isIllustration, isChosen: collectionId !== undefined }
  const ready = isReady(state.rows, collection)
  const taken = takenNames(model, collectionId)
  const duplicates = new Set(findDuplicateRows(state.rows, taken))

  const submit = (): void => {
    if (collection.isNeeded && !collection.isChosen) return setAlert(messages['collection-missing'])
    if (!ready) return setAlert(messages['item-names-missing'](isIllustration ? 'illustration' : 'item'))
    if (duplicates.size > 0) return setAlert(messages['item-exists'])
    const { kept, homeless } = partTexts(model, fieldTexts)
    if (homeless.length > 0) {
      setFieldTexts(kept)
      return setAlert(texts.fieldsGone(homeless))
    }
    const values = JSON.stringify(kept)
    const removed = findRemovedOption(model, kept, meanings)
    if (removed !== undefined) return setAlert(removed)
    const read = readNewFields(model, values)
    if (!read.ok) return setAlert(read.error.message)
    const rows = JSON.stringify(toTrimmedRows(state.rows))
    void runCommand('item.create-rows', {
      args: [collectionId ?? '', rows, isIllustration ? startKind(model) : kindId, values],
    })
    return undefined
  }
  const dispatch = (action: RowAction): void => {
    setAlert(undefined)
    setState((current) => applyAction(current, action))
  }
  return {
    rows: state.rows,
    fieldTexts,
    meanings,
    setFieldTexts: (texts: FieldTexts) => {
      setAlert(undefined)
      setFieldTexts(texts)
    },
    collectionId,
    setCollection,
    kindId,
    setKind,
    alert,
    isReady: ready,
    submit,
    dispatch,
    taken,
    duplicates,
    isTouched: hasText(state.rows) || Object.keys(fieldTexts).length > 0,
    commands: useFormCommands(setState),
  }
}

/** Keeps the rows until they are created: neither Esc nor leaving the page loses input. */
function useKeptRows(spaceId: SpaceId) {
  const [state, setState] = useState<CreateRows>(() => findKeptRows(spaceId) ?? emptyCreateRows)
  useEffect(() => keepRows(spaceId, state.rows), [spaceId, state])
  return { state, setState }
}

/** Keeps the input of fields in the same way, and follows renamed options and people. */
function useKeptFieldTexts(model: SpaceModel) {
  const spaceId = model.row.id
  const [kept, setKept] = useState(() => ({ texts: findKeptFieldTexts(spaceId), meanings: findKeptMeanings(spaceId) }))
  const { texts, meanings } = kept
  const fieldTexts = followNames(model, texts, meanings)
  useEffect(() => {
    keepFieldTexts(spaceId, texts)
    keepMeanings(spaceId, meanings)
  }, [spaceId, texts, meanings])
  const setFieldTexts = (next: FieldTexts): void => {
    // A followed text keeps its old meaning under its new name.
    const known = Object.entries(meanings).map(([id, meant]) => [id, { ...meant, text: fieldTexts[id] ?? '' }] as const)
    const followed: Meanings = Object.fromEntries(known)
    setKept({ texts: next, meanings: noteMeanings(model, next, followed) })
  }
  return { fieldTexts, setFieldTexts, meanings }
}

/** Describes the first field whose chosen option was removed. */
function findRemovedOption(model: SpaceModel, texts: FieldTexts, meanings: Meanings): string | undefined {
  for (const field of [...listNewFields(model, 'item'), ...listNewFields(model, 'task')]) {
    const told = findRemoved(field, texts[field.id] ?? '', meanings)
    if (told !== undefined) return told
  }
  return undefined
}

/** Returns the names in a collection, or in the space where it keeps its items in one. */
function takenNames({ space }: SpaceModel, collectionId: CollectionId | undefined): readonly string[] {
  const items = collectionId === undefined ? [...space.replica.getRows('items').values()] : space.getItems(collectionId)
  return items.map(({ title }) => title)
}

/** The form's own keys; constant, so that typing does not register them again. */
function useFormCommands(setState: (update: (rows: CreateRows) => CreateRows) => void) {
  return useMemo(
    () => [
      define({
        id: 'create-form.add-row',
        title: 'Add a row',
        keys: ['plus'],
        run: () => setState(addRow),
      }),
      define({
        id: 'create-form.remove-row',
        title: 'Remove the last row',
        keys: ['-'],
        run: () => setState((state) => removeRow(state)),
      }),
      define({
        id: 'create-form.submit',
        title: 'Create',
        keys: ['mod+enter'],
        run: submitForm,
      }),
    ],
    [setState],
  )
}

/** Submits the form as its button does, so that key and button do the same. */
function submitForm(): void {
  document.querySelector<HTMLFormElement>(`form.${CSS.escape(styles['form'] ?? 'form')}`)?.requestSubmit()
}

/** Returns the cursor's collection, else the only one there is. */
function startCollection(model: SpaceModel): CollectionId | undefined {
  const shown = model.space.getCollections().filter(({ isDefault }) => !isDefault)
  const ofCursor = shown.find(({ id }) => id === collectionOfCursor(model))
  return ofCursor?.id ?? (shown.length === 1 ? shown[0]?.id : undefined)
}
