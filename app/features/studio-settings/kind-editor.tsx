import type { ItemKind } from '#core/schema/item-kinds.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { MultiSelect } from '#app/ui/multi-select.tsx'
import { kindIcons } from '#app/widgets/kind-icon.tsx'
import styles from './fields-tab.module.css'
import { KeptText } from './kept-text.tsx'
import { NativeSelect } from './native-select.tsx'

type KindEditorProps = { readonly studio: StudioReplica; readonly kind: ItemKind; readonly canEdit: boolean }

/** Edits everything of a kind but its key and item type. */
export function KindEditor({ studio, kind, canEdit }: KindEditorProps) {
  const set = (property: string, ...values: readonly string[]): void =>
    void runCommand('studio-kind.set', { args: [kind.id, property, ...values] })
  return (
    <div className={styles['editor']}>
      <KeptText
        label="Name"
        value={kind.name}
        maxLength={100}
        isDisabled={!canEdit}
        onCommit={(text) => set('name', text)}
      />
      <div className={styles['pair']}>
        <div className={styles['labelled']}>
          Icon
          <NativeSelect
            label="Icon"
            value={kind.icon}
            options={[{ value: '', label: 'As its type' }, ...kindIcons]}
            onChange={(icon) => set('icon', icon)}
            isDisabled={!canEdit}
          />
        </div>
        {canEdit && <Places studio={studio} kind={kind} set={set} />}
        {canEdit && <Fields studio={studio} kind={kind} set={set} />}
      </div>
      <p className={styles['note']}>A new item gets the first kind of its space. Existing items keep theirs.</p>
    </div>
  )
}

type PlacesProps = Pick<KindEditorProps, 'studio' | 'kind'> & {
  readonly set: (property: string, ...values: readonly string[]) => void
}

/** The stages that new items start with, and the spaces the kind is for. */
function Places({ studio, kind, set }: PlacesProps) {
  const stages = studio.getStages().map(({ id, name }) => ({ value: id, label: name }))
  const spaces = studio
    .getProjects()
    .flatMap((project) =>
      studio
        .getSpaces(project.id)
        .map((space) => ({ value: space.id, label: `${project.name} / ${space.name}`, kindIds: space.kindIds })),
    )
  return (
    <>
      <div className={styles['labelled']}>
        New items start with
        <MultiSelect
          label="Stages"
          allLabel="Every stage of their space"
          isAllWhenEmpty
          options={stages}
          selected={kind.stageIds}
          onChange={(ids) => set('stages', ...(ids.length === stages.length ? [] : ids))}
        />
      </div>
      <div className={styles['labelled']}>
        Spaces for it
        <MultiSelect
          label="Spaces"
          options={spaces}
          selected={spaces.filter(({ kindIds }) => kindIds.includes(kind.id)).map(({ value }) => value)}
          onChange={(ids) => set('spaces', ...ids)}
        />
      </div>
    </>
  )
}

/** The fields that its items are asked for; values in other fields are shown anyway. */
function Fields({ studio, kind, set }: PlacesProps) {
  const fields = studio.getFields().map(({ id, name }) => ({ value: id, label: name }))
  if (fields.length === 0) return null
  return (
    <div className={styles['labelled']}>
      Fields it asks for
      <MultiSelect
        label="Fields"
        allLabel="Every field of their space"
        isAllWhenEmpty
        options={fields}
        selected={kind.fieldIds}
        onChange={(ids) => set('fields', ...(ids.length === fields.length ? [] : ids))}
      />
    </div>
  )
}
