import { groupBy } from '#core/lib/collections.ts'
import type { ColumnMapping } from './column-mapping.ts'
import type { CsvRecord, Sheet } from './csv.ts'
import { foreignFields, lengthTitles } from './foreign-columns.ts'
import { readLength, readLengthTitle, type LengthUnit } from './read-length.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { normalize } from './title-words.ts'

/** Tells whether a column names scenes whose panels have lines of their own, as Storyboard Pro lists them. */
export function isSceneOfPanels(title: string, header: readonly string[]): boolean {
  return normalize(title) === 'scene' && header.some((other) => normalize(other) === 'panel')
}

/**
 * Merges the panels of each scene into one row, if scenes are what the sheet names: lengths are added up, a range goes
 * from the first panel to the last, and differing texts are put below each other.
 */
export function withScenes(sheet: Sheet, mapping: ColumnMapping): Sheet {
  const { header, records } = sheet
  const mapped = new Map(mapping.map(([ours, theirs]) => [normalize(theirs), ours]))
  const titles = header.map((title) => mapped.get(normalize(title)) ?? normalize(title))
  const sceneAt = header.findIndex((title) => isSceneOfPanels(title, header))
  const isNamed = titles.some((title) => title === 'name' || foreignFields.get(title) === 'name')
  if (sceneAt === -1 || isNamed) return sheet
  const placeAt = titles.findIndex((title) => title === 'collection' || foreignFields.get(title) === 'collection')
  const textOf = ({ cells }: CsvRecord, at: number): string => (cells[at] ?? '').trim()
  const scenes = groupBy(records, (record) =>
    textOf(record, sceneAt) === ''
      ? `line ${record.line}`
      : JSON.stringify([textOf(record, placeAt), textOf(record, sceneAt)]),
  )
  const lengths = titles.map((title, at): LengthUnit | undefined =>
    lengthTitles.some((each) => each === title) ? 'frames' : readLengthTitle(header[at] ?? ''),
  )
  const lacking: string[] = []
  const merged = [...scenes.values()].flatMap((panels): readonly CsvRecord[] => {
    const [first] = panels
    if (first === undefined) return []
    const cells = titles.map((title, at): string => {
      if (title === 'panel') return ''
      const texts = panels.map((panel) => textOf(panel, at))
      const said = texts.filter((text) => text !== '')
      const unit = lengths[at]
      if (unit !== undefined) {
        const isWhole = texts.every((text) => /^\d{1,7}$/.test(text))
        // Times are added up once the frame rate is known.
        if (!isWhole && texts.every((text) => typeof readLength(text, unit) === 'object')) return texts.join(' + ')
        if (!isWhole && said.length > 0)
          lacking.push(
            `Line ${first.line} has no length: not every panel of its scene has one in column "${header[at] ?? ''}".`,
          )
        return isWhole ? String(texts.reduce((sum, text) => sum + Number(text), 0)) : ''
      }
      const field = foreignFields.get(title)
      if (field === 'frame in' || /^(frame in|start)$/.test(title)) return texts[0] ?? ''
      if (field === 'frame out' || /^(frame out|end)$/.test(title)) return texts.at(-1) ?? ''
      return [...new Set(said)].join('\n')
    })
    return [{ ...first, cells: [...cells, ...first.cells.slice(titles.length)] }]
  })
  const sums = header.filter((_, at) => lengths[at] !== undefined).map((title) => `; column "${title}" is added up`)
  const note = `The panels of a scene are one item (${records.length} panels in ${scenes.size} scenes)${sums.join('')}.`
  return { ...sheet, records: merged, notes: [...(sheet.notes ?? []), note, ...lacking] }
}

/** Reads scenes as collections in a list of shots that has no other column for them. */
export function withScenesAsPlaces(
  titles: readonly string[],
  fields: readonly Pick<FieldDefinition, 'name' | 'key'>[],
): readonly string[] {
  const isScene = (title: string): boolean => /^(scene|sc)( ?(no\.?|nr\.?|#|number|name))?$/.test(title)
  const has = (pattern: RegExp): boolean => titles.some((title) => pattern.test(title))
  const isOwn = fields.some(({ name, key }) => [name, key].some((each) => isScene(normalize(each))))
  const isOfShots = has(/^(vfx )?shot( (name|code|id|no\.?|nr\.?|#|number))?$/)
  if (!isOfShots || isOwn || has(/^(collection|panel|path|(sg )?(sequence( name| code)?|seq)|parent( name)?)$/))
    return titles
  const at = titles.findIndex(isScene)
  return at === -1 ? titles : titles.with(at, 'sequence')
}
