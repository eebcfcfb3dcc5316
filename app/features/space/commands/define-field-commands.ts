import type { Done } from '#core/change/context.ts'
import { createFields, deleteFields, editField, makeOptions, reorderFields } from '#core/fields/change-fields.ts'
import { hasOptions, kindTitles } from '#core/fields/kind-titles.ts'
import { ok, type Result } from '#core/lib/result.ts'
import { fieldKinds, type FieldDefinition } from '#core/schema/field-definitions.ts'
import {
  defineCommand,
  defineWith,
  type ArgumentPage,
  type Command,
  type CommandOutcome,
} from '#app/commands/define-command.ts'
import { perform } from '#app/widgets/perform.ts'
import type { SpacePage } from './space-page.ts'

const group = 'Fields'

const isChoice = ({ kind }: FieldDefinition): boolean => hasOptions(kind)

/** Commands that create, rename, reorder and delete custom fields. */
export function makeDefineFieldCommands(page: SpacePage): readonly Command[] {
  const { model, scope } = page
  const define = defineWith({ group, scope })
  const can = (): boolean => model.studio.can('create')
  return [
    makeCreateCommand(page),
    define({
      id: 'field.rename',
      title: 'Rename a field…',
      needs: 'create',
      when: () => can() && model.getAllFields().length > 0,
      args: [askField(page), { id: 'name', placeholder: 'Name', options: () => [], free: true }],
      run: async (_context, [id = '', name = '']) =>
        await change(page, id, async (field) =>
          editField({ studio: model.studio, field, edit: { name: name.trim() } }, page.client),
        ),
    }),
    define({
      id: 'field.options',
      title: 'Options of a field…',
      keywords: ['list', 'choice'],
      needs: 'create',
      when: () => can() && model.getAllFields().some(isChoice),
      args: [
        askField(page, isChoice),
        { id: 'options', placeholder: 'All its options, with commas between', options: () => [], free: true },
      ],
      run: async (_context, [id = '', names = '']) =>
        await change(page, id, async (field) => {
          const options = makeOptions(names.split(','), field.options)
          return editField({ studio: model.studio, field, edit: { options } }, page.client)
        }),
    }),
    makeMoveCommand(page),
    define({
      id: 'field.delete',
      title: 'Delete a field…',
      needs: 'delete',
      when: () => model.studio.can('delete') && model.getAllFields().length > 0,
      args: [askField(page)],
      run: async (_context, [id = '']) =>
        await change(
          page,
          id,
          async (field) => deleteFields({ studio: model.studio, ids: [field.id] }, page.client),
          (field) => `${field.name} deleted. Its values are kept for 30 days.`,
        ),
    }),
  ]
}

function makeCreateCommand({ client, model, scope }: SpacePage): Command {
  const { studio, row } = model
  return defineCommand({
    id: 'field.create',
    title: 'New field…',
    group,
    scope,
    keywords: ['column', 'custom'],
    needs: 'create',
    when: () => studio.can('create'),
    args: [
      { id: 'name', placeholder: 'Name of the field', options: () => [], free: true },
      {
        id: 'kind',
        placeholder: 'Kind of value',
        // Formulas are written in the settings.
        options: () =>
          fieldKinds.filter((value) => value !== 'formula').map((value) => ({ value, label: kindTitles[value] })),
      },
      {
        id: 'place',
        placeholder: 'Where it is',
        options: () => [
          { value: '', label: 'In every project' },
          { value: row.projectId, label: 'In this project' },
          { value: row.id, label: 'In this space' },
        ],
      },
    ],
    run: async (_context, [name = '', kind, place]) => {
      const placeIds = [row.projectId, row.id].filter((id) => id === place)
      const field = { name, kind: fieldKinds.find((each) => each === kind) ?? 'text', placeIds }
      const operation = createFields({ studio, fields: [field] }, client)
      return await perform(operation, { client, failedText: (reason) => reason })
    },
  })
}

function makeMoveCommand(page: SpacePage): Command {
  const { client, model, scope } = page
  return defineCommand({
    id: 'field.move',
    title: 'Move a field…',
    group,
    scope,
    keywords: ['order', 'column'],
    needs: 'create',
    when: () => model.studio.can('create') && model.getAllFields().length > 1,
    args: [
      askField(page),
      {
        id: 'before',
        placeholder: 'Where to',
        options: (_context, [moved]) => [
          ...listFields(page, ({ id }) => id !== moved).map(({ id, name }) => ({ value: id, label: `Before ${name}` })),
          { value: '', label: 'After all others' },
        ],
      },
    ],
    run: async (_context, [id = '', before = '']) =>
      await change(page, id, async (field) => {
        const others = model.studio.getFields().filter((each) => each.id !== field.id)
        const at = others.findIndex((each) => each.id === before)
        const ids = others.toSpliced(at < 0 ? others.length : at, 0, field).map((each) => each.id)
        return await reorderFields({ studio: model.studio, ids }, client)
      }),
  })
}

function listFields({ model }: SpacePage, isWanted: (field: FieldDefinition) => boolean): readonly FieldDefinition[] {
  return model.getAllFields().filter(isWanted)
}

/** Makes the palette page that asks which field. */
function askField(page: SpacePage, isWanted: (field: FieldDefinition) => boolean = () => true): ArgumentPage {
  return {
    id: 'field',
    placeholder: 'Field',
    options: () =>
      listFields(page, isWanted).map(({ id, name, kind }) => ({ value: id, label: name, detail: kindTitles[kind] })),
  }
}

async function change(
  { client, model }: SpacePage,
  ...[id, make, doneText]: readonly [
    string,
    (field: FieldDefinition) => Promise<Result<Done>>,
    ((field: FieldDefinition) => string)?,
  ]
): Promise<CommandOutcome> {
  const field = model.getAllFields().find((each) => each.id === id)
  if (field === undefined) return ok(undefined)
  return await perform(make(field), { client, failedText: (reason) => reason, doneText: doneText?.(field) })
}
