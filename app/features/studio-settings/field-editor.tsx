import { ArrowUp, Plus, X } from 'lucide-react'
import { toFieldText } from '#core/fields/field-text.ts'
import { hasOptions, ownerTitles } from '#core/fields/kind-titles.ts'
import type { FieldDefinition, FieldOption } from '#core/schema/field-definitions.ts'
import { roleNames } from '#core/schema/user-roles.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { MultiSelect } from '#app/ui/multi-select.tsx'
import { Popover } from '#app/ui/popover.tsx'
import { CatalogueColorPicker } from '#app/widgets/catalogue-color-picker.tsx'
import { listFieldChoices } from '#app/widgets/field-input/field-input.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import styles from './fields-tab.module.css'
import { FieldKindForm } from './field-kind-form.tsx'
import { FormulaField } from './formula-field.tsx'
import { KeptText } from './kept-text.tsx'
import { NativeSelect } from './native-select.tsx'

type EditorProps = { readonly studio: StudioReplica; readonly field: FieldDefinition; readonly canEdit: boolean }

/** Edits everything of a field but its key. */
export function FieldEditor({ studio, field, canEdit }: EditorProps) {
  const { id, kind } = field
  const set = (property: string, ...values: readonly string[]): void =>
    void runCommand('studio-field.set', { args: [id, property, ...values] })
  const shared = { isDisabled: !canEdit, maxLength: 2000 }
  return (
    <div className={styles['editor']}>
      <KeptText {...shared} label="Name" value={field.name} onCommit={(text) => set('name', text)} maxLength={100} />
      <KeptText
        {...shared}
        label="Description"
        value={field.description}
        onCommit={(text) => set('description', text)}
      />
      {kind === 'formula' && (
        <FormulaField studio={studio} field={field} isDisabled={!canEdit} onCommit={(text) => set('formula', text)} />
      )}
      {(kind === 'number' || kind === 'formula') && <NumberForm field={field} set={set} isDisabled={!canEdit} />}
      {kind !== 'formula' && <FieldKindForm field={field} canEdit={canEdit} />}
      {kind !== 'formula' && <DefaultForm studio={studio} field={field} canEdit={canEdit} />}
      {hasOptions(kind) && <Options field={field} canEdit={canEdit} />}
      <div className={styles['pair']}>
        <MultiSelect
          label="Where"
          allLabel="In every project"
          isAllWhenEmpty
          options={listPlaces(studio, field)}
          selected={field.placeIds}
          onChange={(places) => set('places', ...(places.length === listPlaces(studio, field).length ? [] : places))}
        />
        {kind !== 'formula' && (
          <>
            <RoleSelect
              label="Written by"
              everybody="Anyone who may create items"
              role={field.writeFloor}
              onChange={(role) => set('writeFloor', role)}
              isDisabled={!canEdit}
            />
            <RoleSelect
              label="Read by"
              everybody="Everybody"
              role={field.readFloor}
              onChange={(role) => set('readFloor', role)}
              isDisabled={!canEdit}
            />
          </>
        )}
      </div>
    </div>
  )
}

type RoleSelectProps = {
  readonly label: string
  readonly everybody: string
  readonly role: FieldDefinition['writeFloor']
  readonly onChange: (role: string) => void
  readonly isDisabled: boolean
}

/** The lowest role that may write or read a field. */
function RoleSelect({ label, everybody, role, onChange, isDisabled }: RoleSelectProps) {
  const roles = roleNames.filter((name) => name !== 'viewer')
  return (
    <div className={styles['labelled']}>
      {label}
      <NativeSelect
        label={label}
        value={role}
        options={[
          { value: '', label: everybody },
          ...roles.map((name) => ({ value: name, label: name === 'owner' ? 'owner only' : `${name} and above` })),
        ]}
        onChange={onChange}
        isDisabled={isDisabled}
      />
    </div>
  )
}

/** The value that new rows get: picked from the options if there are any, else typed. */
function DefaultForm({ studio, field, canEdit }: EditorProps) {
  const people = studio.getMembers()
  const value = toFieldText(field, field.defaultValue, people)
  const set = (text: string): void => void runCommand('studio-field.set', { args: [field.id, 'defaultValue', text] })
  const choices = field.kind === 'choices' ? [] : listFieldChoices(field, people)
  const label = `In new ${ownerTitles[field.of].many.toLowerCase()}`
  if (choices.length === 0) {
    return <KeptText label={label} value={value} maxLength={2000} isDisabled={!canEdit} onCommit={set} />
  }
  return (
    <div className={styles['labelled']}>
      {label}
      <NativeSelect
        label={label}
        value={value}
        options={[
          { value: '', label: 'Nothing' },
          ...[...new Set([...choices, ...(value === '' ? [] : [value])])].map((name) => ({ value: name, label: name })),
        ]}
        onChange={set}
        isDisabled={!canEdit}
      />
    </div>
  )
}

type NumberFormProps = {
  readonly field: FieldDefinition
  readonly set: (property: string, value: string) => void
  readonly isDisabled: boolean
}

/** How a number is formatted. */
function NumberForm({ field, set, isDisabled }: NumberFormProps) {
  return (
    <div className={styles['pair']}>
      <KeptText
        label="Unit"
        value={field.unit}
        maxLength={20}
        isDisabled={isDisabled}
        onCommit={(text) => set('unit', text)}
      />
      <div className={styles['labelled']}>
        Digits after the point
        <NativeSelect
          label="Digits after the point"
          value={String(field.decimals ?? '')}
          options={['', '0', '1', '2', '3', '4', '5', '6'].map((value) => ({
            value,
            label: value === '' ? 'All of them' : value,
          }))}
          onChange={(value) => set('decimals', value)}
          isDisabled={isDisabled}
        />
      </div>
    </div>
  )
}

function listPlaces(studio: StudioReplica, { of }: FieldDefinition) {
  return studio.getProjects().flatMap((project) => [
    { value: project.id, label: project.name },
    ...(of === 'project' ? [] : studio.getSpaces(project.id)).map((space) => ({
      value: space.id,
      label: `${project.name} / ${space.name}`,
    })),
  ])
}

function Options({ field, canEdit }: Pick<EditorProps, 'field' | 'canEdit'>) {
  return (
    <fieldset className={styles['options']} aria-label={`Options of ${field.name}`}>
      {field.options.map((option, index) => (
        <OptionRow key={option.id} field={field} option={option} isFirst={index === 0} canEdit={canEdit} />
      ))}
      {canEdit && (
        <CommandButton
          command="studio-field.add-option"
          args={[field.id]}
          size="small"
          icon={<Plus aria-hidden="true" />}
        />
      )}
    </fieldset>
  )
}

type OptionRowProps = {
  readonly field: FieldDefinition
  readonly option: FieldOption
  readonly isFirst: boolean
  readonly canEdit: boolean
}

function OptionRow({ field, option, isFirst, canEdit }: OptionRowProps) {
  const { id, name, color } = option
  const set = (property: string, value: string): void =>
    void runCommand('studio-field.set-option', { args: [field.id, id, property, value] })
  return (
    <div className={styles['option']}>
      <Popover
        label={`Colour of ${name}`}
        trigger={
          <button type="button" className={styles['swatch']} aria-label={`Colour of ${name}`} disabled={!canEdit}>
            <span className={styles['color']} style={{ backgroundColor: color }} />
          </button>
        }
      >
        <CatalogueColorPicker value={color} onChange={(value) => set('color', value)} />
      </Popover>
      <input
        className={styles['name']}
        type="text"
        aria-label={`Name of the option ${name}`}
        autoComplete="off"
        maxLength={100}
        defaultValue={name}
        disabled={!canEdit}
        onBlur={(event) => {
          const text = event.currentTarget.value.trim()
          if (text !== '' && text !== name) set('name', text)
        }}
      />
      {canEdit && (
        <>
          <CommandIconButton
            command="studio-field.set-option"
            args={[field.id, id, 'up']}
            size="small"
            variant="ghost"
            label={`Move ${name} up`}
            icon={<ArrowUp aria-hidden="true" />}
            {...(isFirst && { disabledReason: 'Already first' })}
          />
          <CommandIconButton
            command="studio-field.set-option"
            args={[field.id, id, 'remove']}
            size="small"
            variant="ghost"
            label={`Take ${name} away`}
            icon={<X aria-hidden="true" />}
            {...(field.options.length === 1 && { disabledReason: 'The last one' })}
          />
        </>
      )}
    </div>
  )
}
