import {
  createFields,
  deleteFields,
  editField,
  makeOptions,
  reorderFields,
  type FieldEdit,
} from '#core/fields/change-fields.ts'
import { changeKind, planKind } from '#core/fields/change-kind.ts'
import { parseFieldText } from '#core/fields/field-text.ts'
import { loadKindRows } from '#core/fields/load-kind-rows.ts'
import { kindTitles } from '#core/fields/kind-titles.ts'
import { newId, toId, type FieldId, type ProjectId, type SpaceId } from '#core/lib/ids.ts'
import { ok } from '#core/lib/result.ts'
import { fieldKinds, fieldOwners, type FieldDefinition, type FieldOption } from '#core/schema/field-definitions.ts'
import { roleNames } from '#core/schema/user-roles.ts'
import { defineWith, type CommandOutcome } from '#app/commands/define-command.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { perform } from '#app/widgets/perform.ts'
import { openField, setKindPlan, settingsStore } from './settings-store.ts'

const define = defineWith({ group: 'Studio', scope: 'dialog', isKeyOnly: true })
const failedText = (reason: string): string => reason

/** The commands for the studio's own fields; each change is immediate and undoable. */
export const fieldSettingsCommands = [
  define({
    id: 'studio-field.open',
    title: 'Open the field',
    run: (_context, [id = '']) => openField(toId<FieldId>(id)),
  }),
  define({
    id: 'studio-field.add',
    title: 'Add Field',
    run: async (_context, [kindText, ofText]) => {
      const { client, studio } = getStudio()
      const kind = fieldKinds.find((each) => each === kindText) ?? 'text'
      const id = newId<FieldId>()
      const options = kind === 'choice' || kind === 'choices' ? ['One', 'Two'] : []
      const formula = kind === 'formula' ? 'frames' : undefined
      const of = kind === 'formula' ? 'item' : (fieldOwners.find((each) => each === ofText) ?? 'item')
      const field = { id, of, kind, name: `New ${kindTitles[kind].toLowerCase()}`, options, formula }
      openField(id)
      return await perform(createFields({ studio, fields: [field] }, client), { client, failedText })
    },
  }),
  define({
    id: 'studio-field.set',
    title: 'Change the field',
    run: async (_context, [id = '', property = '', ...values]) =>
      property === 'defaultValue'
        ? await setDefault(id, values[0] ?? '')
        : await change(id, (field) => toEdit(field, property, values)),
  }),
  define({
    id: 'studio-field.plan-kind',
    title: 'Preview another kind',
    run: async (_context, [id = '', kind]) => await showKindPlan(id, kind),
  }),
  define({
    id: 'studio-field.change-kind',
    title: 'Change the kind',
    when: () => settingsStore.kindPlan !== undefined,
    run: async () => {
      const { client, studio } = getStudio()
      const { kindPlan: plan } = settingsStore
      setKindPlan(undefined)
      if (plan === undefined) return undefined
      const doneText = `${plan.field.name} is now a ${kindTitles[plan.definition.kind]} field.`
      return await perform(changeKind({ studio, plan }, client), { client, failedText, doneText })
    },
  }),
  define({
    id: 'studio-field.keep-kind',
    title: 'Keep the kind',
    run: () => setKindPlan(undefined),
  }),
  define({
    id: 'studio-field.set-option',
    title: 'Change the option',
    run: async (_context, [id = '', optionId = '', property = '', value = '']) =>
      await change(id, ({ options }) => ({ options: changeOption(options, { optionId, property, value }) })),
  }),
  define({
    id: 'studio-field.add-option',
    title: 'Add Option',
    run: async (_context, [id = '']) =>
      await change(id, ({ options }) => {
        const name = `Option ${options.length + 1}`
        return { options: makeOptions([...options.map((option) => option.name), name], options) }
      }),
  }),
  define({
    id: 'studio-field.move-up',
    title: 'Move the field up',
    run: async (_context, [id = '']) => await move(id, -1),
  }),
  define({
    id: 'studio-field.move-down',
    title: 'Move the field down',
    run: async (_context, [id = '']) => await move(id, 1),
  }),
  define({
    id: 'studio-field.delete',
    title: 'Delete the field',
    run: async (_context, [id = '']) => {
      const { client, studio } = getStudio()
      const field = studio.getAllFields().find((each) => each.id === id)
      if (field === undefined) return undefined
      const doneText = `${field.name} deleted. Its values are kept for 30 days.`
      return await perform(deleteFields({ studio, ids: [field.id] }, client), { client, failedText, doneText })
    },
  }),
]

async function change(id: string, toChange: (field: FieldDefinition) => FieldEdit): Promise<CommandOutcome> {
  const { client, studio } = getStudio()
  const field = studio.getAllFields().find((each) => each.id === id)
  if (field === undefined) return ok(undefined)
  return await perform(editField({ studio, field, edit: toChange(field) }, client), { client, failedText })
}

/** Shows what changing a field's kind would do. Opens every space that has the field, since they hold its values. */
async function showKindPlan(id: string, kindText: string | undefined): Promise<CommandOutcome> {
  const { client, studio } = getStudio()
  const { studioId } = studio
  const field = studio.getAllFields().find((each) => each.id === id)
  const kind = fieldKinds.find((each) => each === kindText)
  if (field === undefined || kind === undefined) return ok(undefined)
  const rows = await loadKindRows(studio, field, async (spaceId) => await client.openSpace({ studioId, spaceId }))
  const plan = planKind({ field, kind, rows, people: studio.getMembers() })
  setKindPlan(plan.ok ? plan.value : undefined)
  return plan.ok ? undefined : plan
}

async function setDefault(id: string, text: string): Promise<CommandOutcome> {
  const { client, studio } = getStudio()
  const field = studio.getAllFields().find((each) => each.id === id)
  if (field === undefined) return ok(undefined)
  const read = parseFieldText(field, text, studio.getMembers())
  if (!read.ok) return read
  const edit = { defaultValue: read.value ?? undefined }
  return await perform(editField({ studio, field, edit }, client), { client, failedText })
}

function toEdit(field: FieldDefinition, property: string, values: readonly string[]): FieldEdit {
  const [value = ''] = values
  switch (property) {
    case 'name':
    case 'description':
    case 'unit':
    case 'formula':
      return { [property]: value.trim() }
    case 'decimals':
      return { decimals: value === '' ? undefined : Number(value) }
    case 'places':
      return { placeIds: values.map((place) => toId<ProjectId | SpaceId>(place)) }
    case 'readFloor':
    case 'writeFloor': {
      const role = roleNames.find((name) => name === value)
      return { [property]: role === undefined || role === 'viewer' ? '' : role }
    }
    default:
      return { name: field.name }
  }
}

type OptionChange = { readonly optionId: string; readonly property: string; readonly value: string }

function changeOption(options: readonly FieldOption[], { optionId, property, value }: OptionChange) {
  const at = options.findIndex(({ id }) => id === optionId)
  const option = options[at]
  if (option === undefined) return options
  if (property === 'remove') return options.toSpliced(at, 1)
  if (property === 'up') return options.toSpliced(at, 1).toSpliced(Math.max(0, at - 1), 0, option)
  const changed = property === 'color' ? { ...option, color: value } : { ...option, name: value.trim() }
  return options.with(at, changed)
}

async function move(id: string, by: number): Promise<CommandOutcome> {
  const { client, studio } = getStudio()
  const all = studio.getAllFields()
  const owner = all.find((each) => each.id === id)?.of
  const ids = all.filter(({ of }) => of === owner).map((field) => field.id)
  const from = ids.findIndex((each) => each === id)
  const [moved] = ids.slice(from, from + 1)
  const to = from + by
  if (moved === undefined || to < 0 || to >= ids.length) return undefined
  const order = ids.toSpliced(from, 1).toSpliced(to, 0, moved)
  return await perform(reorderFields({ studio, ids: order }, client), { client, failedText })
}
