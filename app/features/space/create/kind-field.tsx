import { findNewKind } from '#core/items/new-item-kind.ts'
import { Select } from '#app/ui/select.tsx'
import { KindIcon } from '#app/widgets/kind-icon.tsx'
import type { SpaceModel } from '../model/space-model.ts'

type KindFieldProps = {
  readonly model: SpaceModel
  /** The id of a kind; empty for none. */
  readonly value: string
  readonly onChange: (kindId: string) => void
}

/** Chooses the kind of new items, and with it the stages they begin with. */
export function KindField({ model: { studio, row }, value, onChange }: KindFieldProps) {
  const kinds = studio.getKinds()
  const first = kinds.filter(({ id }) => row.kindIds.includes(id))
  const options = [...first, ...kinds.filter((kind) => !first.includes(kind))].map((kind) => ({
    value: String(kind.id),
    label: kind.name,
    keywords: kind.key,
    mark: <KindIcon kind={kind} />,
  }))
  return (
    <Select
      label="Kind"
      value={value}
      options={[{ value: '', label: 'No kind' }, ...options]}
      onChange={onChange}
      hint={describeStages(kinds.find(({ id }) => id === value)?.stageIds.length ?? 0)}
    />
  )
}

function describeStages(count: number): string {
  if (count === 0) return 'A task for every stage'
  return count === 1 ? 'A task for one stage' : `Tasks for ${count} stages`
}

/** Returns the initial kind of a form: the space's. */
export function startKind({ studio, row }: SpaceModel): string {
  return findNewKind(studio.replica, { spaceId: row.id })?.id ?? ''
}
