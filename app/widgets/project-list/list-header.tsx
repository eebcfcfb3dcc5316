import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { classNames } from '#app/lib/class-names.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import { languageOf } from '#app/widgets/project-content/project-languages.ts'
import type { ListColumn } from './list-columns.ts'
import type { ProjectList } from './list-store.ts'
import styles from './project-list.module.css'

type ListHeaderProps<Id extends string> = {
  readonly list: ProjectList<Id>
  /** The title of the name column. */
  readonly title: string
  readonly columns: readonly ListColumn[]
  /** Columns that cannot be sorted by. */
  readonly unsorted?: readonly string[]
}

/** The column headings; pressing one sorts the list ascending, then descending, then not at all. */
export function ListHeader<Id extends string>({ list, title, columns, unsorted = [] }: ListHeaderProps<Id>) {
  const { sort } = list.store.view
  const item = { id: 'item', name: title, field: undefined }
  return (
    <fieldset className={styles['head']} aria-label="Columns">
      <span />
      {[item, ...columns].map(({ id, name, field }) => (
        <CommandButton
          key={id}
          command={`${list.page}.sort`}
          args={[unsorted.includes(id) ? '' : nextSort(sort, id)]}
          variant="ghost"
          size="small"
          hasKeyHint={false}
          aria-pressed={sort?.columnId === id}
          className={classNames(styles['columnName'], field !== undefined && isOfNumbers(field) && styles['end'])}
          data-tooltip={field?.description === '' ? undefined : field?.description}
        >
          {name}
          {sort?.columnId === id && (sort.isDown ? ' ↓' : ' ↑')}
        </CommandButton>
      ))}
    </fieldset>
  )
}

type Sort = { readonly columnId: string; readonly isDown: boolean } | undefined

function isOfNumbers(field: FieldDefinition): boolean {
  const content = findProjectContent()
  const [space] = content?.spaces ?? []
  if (content === undefined || space === undefined) return field.kind === 'number'
  return languageOf(content, space.replica).isOfNumbers(field)
}

/** Returns the sort after pressing a column's heading. */
function nextSort(sort: Sort, id: string): string {
  if (sort?.columnId !== id) return id
  return sort.isDown ? '' : `${id}:down`
}
