import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { itemTypes, type ItemType } from '#core/schema/items.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { useKeptFocus } from '#app/ui/use-kept-focus.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { KindIcon } from '#app/widgets/kind-icon.tsx'
import styles from './fields-tab.module.css'
import { KindEditor } from './kind-editor.tsx'
import { ListActions } from './list-actions.tsx'
import { NativeSelect } from './native-select.tsx'
import { NeedList } from './need-list.tsx'
import { settingsStore } from './settings-store.ts'

/** The names of item types. */
export const typeTitles: Readonly<Record<ItemType, string>> = {
  shot: 'Shot',
  asset: 'Asset',
  sequence: 'Sequence',
  episode: 'Episode',
  illustration: 'Illustration',
}

/** The studio's kinds of items, and which of its stages wait for others. */
export function KindsTab({ studio }: { readonly studio: StudioReplica }) {
  const { kindId } = useSnapshot(settingsStore)
  const list = useKeptFocus<HTMLDivElement>()
  const kinds = studio.getKinds()
  const [canEdit, canDelete] = [studio.can('create'), studio.can('delete')]
  const stageNames = new Map(studio.getStages().map(({ id, name }) => [id, name]))
  return (
    <div className={styles['fields']} ref={list}>
      {kinds.length > 0 && (
        <ul className={styles['list']} aria-label="Kinds of items">
          {kinds.map((kind, index) => (
            <li key={kind.id} data-focus-row="">
              <div className={styles['row']}>
                <KindIcon kind={kind} />
                <span className={styles['title']}>
                  <b>{kind.name}</b>
                  {kind.name !== typeTitles[kind.itemType] && (
                    <span className={styles['note']}>{typeTitles[kind.itemType]}</span>
                  )}
                  <span className={styles['note']}>
                    {kind.stageIds.flatMap((id) => stageNames.get(id) ?? []).join(', ')}
                  </span>
                  <code className={styles['key']}>{kind.key}</code>
                </span>
                <ListActions
                  commands="studio-kind"
                  id={kind.id}
                  name={kind.name}
                  place={{ isFirst: index === 0, isLast: index === kinds.length - 1 }}
                  rights={{ canEdit, canDelete }}
                />
              </div>
              {kind.id === kindId && <KindEditor studio={studio} kind={kind} canEdit={canEdit} />}
            </li>
          ))}
        </ul>
      )}
      {canEdit && <AddKind />}
      <NeedList studio={studio} />
    </div>
  )
}

function AddKind() {
  const [type, setType] = useState<ItemType>('asset')
  return (
    <div className={styles['add']}>
      <NativeSelect
        label="What items of the new kind are"
        value={type}
        options={itemTypes.map((value) => ({ value, label: typeTitles[value] }))}
        onChange={setType}
      />
      <CommandButton command="studio-kind.add" args={[type]} icon={<Plus aria-hidden="true" />} />
    </div>
  )
}
