import { useId, useState } from 'react'
import { parseFieldText } from '#core/fields/field-text.ts'
import { fieldsOfKind } from '#core/fields/fields-of-kind.ts'
import { kindTitles } from '#core/fields/kind-titles.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { TextField } from '#app/ui/text-field.tsx'
import { listFieldChoices } from '#app/widgets/field-input/field-input.tsx'
import type { SpaceModel } from '../model/space-model.ts'
import { findRemoved, type Meanings } from './follow-options.ts'
import type { FieldTexts } from './kept-rows.ts'
import { listNewFields, startText } from './new-fields.ts'
import styles from './create-form.module.css'

type NewItemFieldsProps = {
  readonly model: SpaceModel
  readonly texts: FieldTexts
  /** What the texts meant when they were typed. */
  readonly meanings: Meanings
  readonly isOfMany: boolean
  /** The id of their kind; empty for none. */
  readonly kindId: string
  readonly onChange: (texts: FieldTexts) => void
}

/** The custom fields of all new items and their tasks, collapsed at first. */
export function NewItemFields({ model, texts, meanings, isOfMany, kindId, onChange }: NewItemFieldsProps) {
  const all = listNewFields(model, 'item')
  const kind = model.studio.getKinds().find(({ id }) => id === kindId)
  // Fields with input stay visible whatever kind is chosen later.
  const typed = Object.fromEntries(all.flatMap(({ id, key }) => (texts[id] === undefined ? [] : [[key, texts[id]]])))
  const shared = { model, texts, meanings, onChange }
  return (
    <>
      <Fields
        {...shared}
        title={isOfMany ? 'Fields of all of them' : 'Fields'}
        fields={fieldsOfKind(all, kind, typed)}
      />
      <Fields {...shared} title="Fields of each task" fields={listNewFields(model, 'task')} />
    </>
  )
}

type FieldsProps = Pick<NewItemFieldsProps, 'model' | 'texts' | 'meanings' | 'onChange'> & {
  readonly title: string
  readonly fields: readonly FieldDefinition[]
}

function Fields({ model, texts, meanings, onChange, title, fields }: FieldsProps) {
  const listId = useId()
  // The initial state; from then on people open and close it.
  const [isOpen] = useState(() => fields.some(({ id }) => texts[id] !== undefined))
  if (fields.length === 0) return null
  const people = model.studio.getMembers()
  return (
    <details className={styles['fields']} open={isOpen}>
      <summary>{title}</summary>
      <div className={styles['fieldList']}>
        {fields.map((field) => {
          const start = startText(model, field)
          const text = texts[field.id] ?? start
          const read = parseFieldText(field, text, people)
          const choices = field.kind === 'choices' ? [] : listFieldChoices(field, people)
          return (
            <div key={field.id}>
              <TextField
                label={field.unit === '' ? field.name : `${field.name} (${field.unit})`}
                placeholder={field.kind === 'checkbox' ? 'yes or no' : kindTitles[field.kind]}
                value={text}
                error={findRemoved(field, text, meanings) ?? (read.ok ? undefined : read.error.message)}
                list={choices.length === 0 ? undefined : `${listId}${field.id}`}
                onChange={(next) => {
                  const { [field.id]: _, ...others } = texts
                  onChange(next === start ? others : { ...others, [field.id]: next })
                }}
              />
              {choices.length > 0 && (
                <datalist id={`${listId}${field.id}`}>
                  {choices.map((choice) => (
                    <option key={choice}>{choice}</option>
                  ))}
                </datalist>
              )}
            </div>
          )
        })}
      </div>
    </details>
  )
}
