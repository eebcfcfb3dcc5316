import { foldName } from '#core/lib/slug.ts'
import { isErrorCell } from './error-cell.ts'
import { itemFlags, type FlagWords } from '#core/schema/item-flags.ts'
import { itemTypes } from '#core/schema/items.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { isEstimateHours } from '#core/tasks/estimate.ts'
import { readCastText } from '#core/casting/cast-text.ts'
import type { CastCell, ItemValues, TaskValues } from './import-row.ts'
import { addFrameCell, toFrameValues, type FrameCells } from './frame-cells.ts'
import { formatRationalRate, parseRationalRate } from './rational-rate.ts'
import { isCommentThere, describeUnfetchedFiles, addCommentCell, type CommentCells } from './comment-cells.ts'
import { readList } from './guess-field.ts'
import { readFieldCell, type FieldColumn, type ReadFieldCell, type TwinCell } from './own-field-cells.ts'
import { explainNotADay, toDay } from './read-day.ts'
import { splitRange, toRange } from './read-range.ts'
import { isInDays, readHours } from './read-hours.ts'
import { readProposed } from './propose-fields.ts'
import { toLengthCell, withLength, type LengthCell } from './length-cells.ts'
import { isPlacePart, type Place } from './place-parts.ts'
import { readPriority } from './read-priority.ts'
import { explainTooLong, withPlainLines } from './sheet-text.ts'
import { addRecordCell, readRecordLength, withRecord, type RecordCells } from './record-cells.ts'
import { addTimecode, withTimecodes, type TimecodeCells } from './timecode-cells.ts'
import type { SheetColumn } from './sheet-column.ts'
import type { BuiltRow, RowOptions } from './built-row.ts'
import {
  collectionEpisode,
  collectionNumber,
  itemKind,
  type CastColumn,
  type ItemColumn,
  type TaskColumn,
  isFlagColumn,
} from './sheet-fields.ts'

const linkParts = { 'cast asset': 'name', 'cast type': 'type', 'cast label': 'label' } as const

/** Builds a row cell by cell. */
export class RowBuilder {
  readonly #line: number
  readonly #options: RowOptions
  readonly #place: { -readonly [Field in Place]?: string } & {
    number?: number
    title?: string
    stage?: string
    kind?: string
  } = {}
  readonly #casts: CastCell[] = []
  /** The link described by a row of a casting. */
  #link: { readonly name?: string; readonly count?: number; readonly label?: string; readonly type?: string } = {}
  #item: ItemValues = {}
  #kind: { readonly type?: ItemValues['itemType']; readonly other?: string } = {}
  readonly #frames: { -readonly [Field in keyof FrameCells]: FrameCells[Field] } = {}
  readonly #timecodes: TimecodeCells = {}
  #length: LengthCell | undefined
  readonly #record: RecordCells = {}
  readonly #unused: (readonly [ItemColumn, string])[] = []
  readonly #ids: Record<string, string> = {}
  readonly #tasks = new Map<string, TaskValues>()
  /** The key in `#tasks` for the task that the row itself is. */
  readonly #own = ''
  readonly #left: string[] = []
  readonly #twins: TwinCell[] = []
  readonly #comment: CommentCells = { links: [], tasks: [] }
  #problem: string | undefined
  #entity: string | undefined
  #hasMore = false

  constructor(line: number, options: RowOptions) {
    this.#line = line
    this.#options = options
  }

  /** Adds a cell; the first one that cannot be read becomes the row's problem. */
  take(column: SheetColumn, { cell, title }: { readonly cell: string; readonly title: string }): void {
    if (cell.trim() !== '' && !isPlace(column)) this.#hasMore = true
    if (column.kind !== 'left' && isErrorCell(cell)) {
      this.#left.push(`${title}: "${cell.trim()}" is a spreadsheet error.`)
      return
    }
    const problem = this.#take(column, cell)
    if (problem !== undefined) this.#problem ??= `${title}: ${problem}`
  }

  #take(column: SheetColumn, cell: string): string | undefined {
    const text = cell.trim()
    if (column.kind === 'id' && text !== '') this.#ids[column.system] = text
    if (column.kind === 'item' && column.field === 'frames') {
      this.#length = toLengthCell(text, column.unit)
      if (this.#length !== undefined) return undefined
    }
    if (column.kind === 'item') return this.#takeItem(column.field, cell)
    if (column.kind === 'field' && column.isNew === true) return this.#takeNewField(column.field, text)
    if (column.kind === 'field') return this.#takeField(column, cell, column.twin)
    if (column.kind === 'task field') return this.#takeTaskField(column.stage ?? this.#own, column, text)
    if (column.kind === 'task') return this.#takeTask(column.stage, column.field, text)
    if (column.kind === 'comment') {
      if (column.field === 'files' && text !== '') this.#left.push(describeUnfetchedFiles(text))
      return addCommentCell(this.#comment, column.field, { text, order: this.#options.dayOrder })
    }
    if (column.kind !== 'row task') return undefined
    if (column.field !== 'stage') return this.#takeTask(this.#own, column.field, text)
    if (text !== '') this.#place.stage = this.#options.stageWords?.get(foldName(text)) ?? text
    return undefined
  }

  #takeFlag(words: FlagWords, text: string): string | undefined {
    const flag = itemFlags.find((each) => each.words === words)
    if (flag !== undefined && (text !== '' || this.#options.isBlankClear))
      this.#item = { ...this.#item, [flag.field]: isYes(text) }
    return isYesOrNo(text) ? undefined : `"${text}" is neither yes nor no.`
  }

  #takeItem(field: ItemColumn, cell: string): string | undefined {
    const text = cell.trim()
    const { isBlankClear } = this.#options
    if (isFlagColumn(field)) return this.#takeFlag(field, text)
    if (isPlacePart(field)) {
      if (text !== '') this.#place[field] = text
      return field === 'path' ? undefined : explainTooLong('name', text, 200)
    }
    switch (field) {
      case collectionNumber:
        if (text !== '') this.#place.number = Number(text)
        return /^([1-9]\d{0,3})?$/.test(text)
          ? undefined
          : `"${text}" is not a collection number: write a whole number from 1.`
      case itemKind:
        if (text !== '') this.#place.kind = text
        return undefined
      case 'name':
        if (text !== '') this.#place.title = text
        return explainTooLong('name', text, 200)
      case 'task asset':
        if (text !== '') this.#place.title ??= text
        return undefined
      case 'full name':
        return this.#takeFullName(text)
      case 'description':
        if (cell !== '' || isBlankClear) this.#item = { ...this.#item, description: withPlainLines(cell) }
        return explainTooLong('description', cell, 4000)
      case 'item type':
        return this.#takeType(text)
      case 'kind':
        return this.#takeKind(text)
      case 'entity type':
        return this.#takeEntity(text)
      case 'item status':
        return this.#takeStatus(text)
      case 'frame rate':
        return this.#takeRate(text)
      case 'cast':
      case 'cast instances':
      case 'cast references':
      case 'assets':
      case 'used in':
        return this.#takeCast(field, cell)
      case 'frame range':
        return this.#takeRange(text)
      case 'cast asset':
      case 'cast type':
      case 'cast label':
        if (text !== '') this.#link = { ...this.#link, [linkParts[field]]: text }
        return undefined
      case 'cast count':
        if (text !== '') this.#link = { ...this.#link, count: Number(text) }
        return /^\d{0,4}$/.test(text) ? undefined : `"${text}" is not a number from 0 to 9999.`
      default:
        if (field === 'record in' || field === 'record out') return addRecordCell(this.#record, field, text)
        if (addTimecode(this.#timecodes, field, text)) return undefined
        return addFrameCell(this.#frames, field, { text, isBlankClear })
    }
  }

  #takeStatus(text: string): undefined {
    if (/^(omt|omit|omitted)$/i.test(text)) this.#item = { ...this.#item, isOmitted: true }
    else if (text !== '')
      this.#unused.push(['item status', 'Only tasks have a status; if this is one stage’s, map it to that stage.'])
  }

  /** Reads Kitsu's `E01 / SQ010 / SH010`. */
  #takeFullName(text: string): undefined {
    if (text.includes(' / ')) this.#place.path = text
    else if (text !== '') this.#place.title = text
  }

  #takeField(column: FieldColumn, cell: string, twin: FieldColumn | undefined): undefined {
    const { value, left } = readFieldCell(column, cell, this.#options)
    // Whether the row is an item or a task is known only once it is complete.
    if (twin !== undefined) {
      const ofTask = { key: twin.field.key, cell: readFieldCell(twin, cell, this.#options) }
      this.#twins.push({ key: column.field.key, left, ofTask })
    } else if (left !== undefined) this.#left.push(left)
    if (value !== undefined) this.#item = { ...this.#item, fields: { ...this.#item.fields, [column.field.key]: value } }
  }

  #takeCast(field: 'assets' | 'used in' | CastColumn, cell: string): undefined {
    const isOwn = field !== 'assets' && field !== 'used in'
    if (cell.trim() === '' && !(isOwn && this.#options.isBlankClear)) return
    const { words, problems } = readCastText(cell)
    this.#left.push(...problems.map(({ text, reason }) => `"${text}" ${reason}.`))
    const kind = field === 'cast instances' ? 'instance' : field === 'cast references' ? 'reference' : 'cast'
    // In other programs a name without a count does not mean a count of one.
    const names = words.map(({ count, ...word }) => ({ ...word, count: isOwn || count !== 1 ? count : undefined }))
    this.#casts.push({ kind, names, isWhole: isOwn, isUse: field === 'used in' })
  }

  /** Reads a cell for a field created for its column; a value that does not fit is left out, but the row is kept. */
  #takeNewField(field: FieldDefinition, text: string): undefined {
    const { value, left } = this.#readNew(field, text)
    if (left !== undefined) this.#left.push(left)
    if (value !== undefined) this.#item = { ...this.#item, fields: { ...this.#item.fields, [field.key]: value } }
  }

  #readNew(field: FieldDefinition, text: string): ReadFieldCell {
    if (text === '') return {}
    const { members: people = [], dayOrder } = this.#options
    const read = readProposed(field, text, { people, dayOrder })
    return read.ok ? { value: read.value } : { left: read.error.message }
  }

  /** Reads a frame range; other text, such as `tbd`, is left out. */
  #takeRange(text: string): undefined {
    const problem = addFrameCell(this.#frames, 'frame range', { text, isBlankClear: this.#options.isBlankClear })
    if (problem !== undefined) this.#left.push(problem)
  }

  #takeRate(text: string): string | undefined {
    if (text === '' && this.#options.isBlankClear) this.#item = { ...this.#item, frameRate: null }
    if (text === '') return undefined
    const rate = parseRationalRate(text)
    if (rate === undefined) return `"${text}" is not a frame rate: write 24, 23.976 or 24000/1001.`
    this.#item = { ...this.#item, frameRate: formatRationalRate(rate) }
    return undefined
  }

  #takeType(text: string): string | undefined {
    if (text === '') return undefined
    const itemType = itemTypes.find((each) => each === text)
    if (itemType === undefined)
      return `"${text}" is not an item type: write shot, asset, illustration, sequence or episode.`
    this.#item = { ...this.#item, itemType }
    return undefined
  }

  /** Reads a type from another program: an item, a container of items, or else a kind of asset. */
  #takeKind(text: string): undefined {
    const kind = text.toLowerCase()
    if (/^(shot|asset|illustration)s?$|^asset build$/.test(kind))
      this.#kind = { type: kind.startsWith('shot') ? 'shot' : kind.startsWith('asset') ? 'asset' : 'illustration' }
    else if (/^(sequence|episode|folder|project|scene|library|milestone|season)s?$/.test(kind))
      this.#kind = { other: kind.replace(/s$/, '') }
    else if (kind === 'task') this.#kind = { other: 'task' }
    else if (this.#options.hasTaskRows === true && this.#options.stages?.some((each) => each.toLowerCase() === kind)) {
      this.#kind = { other: 'task' }
      this.#place.stage ??= text
    } else if (text !== '' && this.#place['asset type'] === undefined) this.#place['asset type'] = text
  }

  /** Reads what a row is, in programs that list folders, tasks and versions together. */
  #takeEntity(text: string): undefined {
    const entity = text.toLowerCase().replace(/s$/, '')
    if (/^(task|product|version|representation|note|time ?log|user)$/.test(entity)) this.#entity = entity
    else if (entity !== 'folder') this.#takeKind(text)
  }

  #takeTask(stage: string, field: TaskColumn, text: string): string | undefined {
    const values = this.#tasks.get(stage) ?? {}
    const set = (more: TaskValues) => void this.#tasks.set(stage, { ...values, ...more })
    if (field === 'status') return text === '' ? undefined : set({ status: text })
    if (text === '' && !this.#options.isBlankClear) return undefined
    if (field === 'assignee') {
      // An empty list means nobody.
      const people = readList(text)?.join(', ') ?? text
      return people === '' && text !== '' ? undefined : set({ assignee: people === '' ? null : people })
    }
    if (field === 'due') {
      const order = this.#options.dayOrder
      const day = text === '' ? null : (toDay(text, order) ?? toRange(text, order)?.last)
      return day === undefined ? explainNotADay(text, splitRange(text)) : set({ dueDate: day })
    }
    if (field === 'estimate') {
      if (isInDays(text)) return void this.#left.push(`"${text}" is in days: write hours.`)
      const hours = text === '' ? 0 : readHours(text)
      if (hours === undefined || !isEstimateHours(hours))
        return `"${text}" is not an estimate: write hours, such as 12.5.`
      return set({ estimatedHours: text === '' ? null : Math.round(hours * 10) / 10 })
    }
    if (field === 'priority') {
      const priority = text === '' ? 0 : readPriority(text)
      return priority === undefined
        ? `"${text}" is not a priority: write a number from 0 to 9, or low, normal, high or urgent.`
        : set({ priority })
    }
    if (!isYesOrNo(text)) return `"${text}" is neither yes nor no.`
    return set({ isDisabled: isYes(text) })
  }

  #takeTaskField(stage: string, column: FieldColumn & { readonly isNew?: true }, text: string): undefined {
    const { value, left } = column.isNew
      ? this.#readNew(column.field, text)
      : readFieldCell(column, text, this.#options)
    if (left !== undefined) this.#left.push(left)
    if (value === undefined) return
    const values = this.#tasks.get(stage) ?? {}
    this.#tasks.set(stage, { ...values, fields: { ...values.fields, [column.field.key]: value } })
  }

  build(): BuiltRow {
    const { name, count, label, type: castType } = this.#link
    if (name !== undefined) {
      const names = [{ name, count, label, type: castType }]
      this.#casts.push({ kind: 'cast', names, isWhole: false, isUse: false })
    }
    const { title, slug, collection, number, episode, path, stage, kind = this.#place['asset type'] } = this.#place
    const { [collectionEpisode]: ofEpisode, 'parent task': parent } = this.#place
    const { frameRate } = this.#item
    const ofRow = { ...this.#options, frameRate }
    const counted = { ...ofRow, lengthInCut: readRecordLength(this.#record, ofRow).length }
    const lengths = withLength(this.#frames, this.#length, counted)
    const { cells, left } = withTimecodes(lengths.cells, this.#timecodes, counted)
    const placed = withRecord(cells, this.#record, counted)
    this.#left.push(...lengths.left, ...left, ...placed.left)
    const frames = toFrameValues(placed.cells, this.#options)
    const isAsset = this.#place['asset type'] !== undefined && collection === undefined && path === undefined
    const { type = isAsset ? 'asset' : undefined, other } = this.#kind
    const own = this.#tasks.get(this.#own)
    this.#tasks.delete(this.#own)
    if (stage !== undefined) this.#tasks.set(stage, own ?? {})
    return {
      row: {
        line: this.#line,
        collection: parent ?? collection ?? (isAsset ? this.#place['asset type'] : undefined),
        ...(number !== undefined && { collectionNumber: number }),
        ...(ofEpisode !== undefined && { collectionEpisode: ofEpisode }),
        title,
        slug,
        ...(kind !== undefined && { kindName: kind }),
        item: {
          ...(type !== undefined && { itemType: type }),
          ...this.#item,
          ...frames.values,
        },
        externalIds: this.#ids,
        tasks: this.#tasks,
        ...(this.#problem !== undefined && { problem: this.#problem }),
        ...(this.#casts.length > 0 && { casts: this.#casts }),
        ...(name !== undefined && { isCastOnly: true }),
        ...(this.#left.length > 0 && { left: this.#left }),
        ...(this.#hasMore && { hasMore: true }),
      },
      episode,
      path,
      stage,
      otherKind: parent === undefined ? (this.#entity ?? other) : 'task',
      unused: [...this.#unused, ...frames.unused].map(([field, reason]) => [
        field === 'frames' && placed.isUsed ? 'record in' : field,
        reason,
      ]),
      twins: this.#twins,
      own,
      comment: isCommentThere(this.#comment) ? this.#comment : undefined,
    }
  }
}

/** Tells whether a column only says where an item is. */
function isPlace(column: SheetColumn): boolean {
  return column.kind === 'item' && /^(collection( number| episode)?|episode)$/.test(column.field)
}

const isYes = (text: string): boolean => /^(yes|true|1|ja|oui|s[ií])$/i.test(text)
const isYesOrNo = (text: string): boolean => isYes(text) || /^(no|false|0|nein|non|)$/i.test(text)
