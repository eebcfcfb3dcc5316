import type { CollectionRow } from '#core/schema/collections.ts'
import { useState } from 'react'
import type { CollectionId } from '#core/lib/ids.ts'
import { Button } from '#app/ui/button.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import styles from './create-form.module.css'

type CollectionFieldProps = {
  readonly collections: readonly CollectionRow[]
  readonly value: CollectionId | undefined
  readonly onChange: (id: CollectionId) => void
  readonly onCreate: (name: string) => void
}

/** Chooses the collection of new items, or names a new one. */
export function CollectionField({ collections, value, onChange, onCreate }: CollectionFieldProps) {
  const [name, setName] = useState<string | undefined>(collections.length === 0 ? '' : undefined)
  const create = (): void => {
    if (name === undefined || name.trim() === '') return
    onCreate(name.trim())
    setName(undefined)
  }
  return (
    <div className={styles['collection']}>
      {name === undefined ? (
        <>
          <Select
            label="Collection"
            value={value}
            options={collections.map((collection) => ({ value: collection.id, label: collection.name }))}
            onChange={onChange}
            placeholder="Select a collection"
          />
          <Button onClick={() => setName('')}>New collection</Button>
        </>
      ) : (
        <>
          <TextField
            label="New collection"
            value={name}
            onChange={setName}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              create()
            }}
          />
          <Button isDisabled={name.trim() === ''} onClick={create}>
            Create collection
          </Button>
          {collections.length > 0 && (
            <Button variant="ghost" onClick={() => setName(undefined)}>
              Cancel
            </Button>
          )}
        </>
      )}
    </div>
  )
}
