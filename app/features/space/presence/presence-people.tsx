import { parseCellKey } from '#core/lib/selection-range.ts'
import type { SpacePresence } from '#core/sync/space-presence.ts'
import { AvatarStack } from '#app/ui/avatar-stack.tsx'
import type { SpaceModel } from '../model/space-model.ts'
import { listOthers } from './others-on-cells.ts'
import { useOthers } from './use-others.ts'
import styles from './presence-marks.module.css'

type PresencePeopleProps = { readonly model: SpaceModel; readonly presence: SpacePresence | undefined }

/** The other people in the space; screen readers are told which cell each of them is on, as the marks show. */
export function PresencePeople({ model, presence }: PresencePeopleProps) {
  const others = useOthers(presence)
  const people = listOthers(others, model.getPeople())
  if (people.length === 0) return null
  const places = people.map(({ id, name }) => {
    const cell = others.find(({ userId, cellKey }) => userId === id && cellKey !== undefined)?.cellKey
    return `${name}${cell === undefined ? '' : ` on ${describeCell(model, cell)}`}`
  })
  return (
    <fieldset className={styles['people']}>
      <legend className="visually-hidden">Also in this space</legend>
      <span className="visually-hidden">{places.join('; ')}</span>
      <span aria-hidden="true">
        <AvatarStack people={people.map(({ id, name, initials, color }) => ({ id, name, initials, color }))} />
      </span>
    </fieldset>
  )
}

function describeCell({ space, studio }: SpaceModel, key: string): string {
  const { itemId, stageId } = parseCellKey(key)
  const names = [space.replica.find('items', itemId)?.title, studio.replica.find('stages', stageId)?.name]
  return names.filter((name) => name !== undefined).join(' ')
}
