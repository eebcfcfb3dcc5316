import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'
import { listFiles, repositoryRoot } from './files.ts'

// Buttons run commands, so that whatever a button does is also in the palette, the menus and the shortcut sheet. The
// exceptions are listed here with a reason; the number is how many such buttons the file may have.
const exempt: Readonly<Record<string, readonly [count: number, reason: string]>> = {
  'app/ui/dialog.tsx': [1, 'closes its layer as Esc does; the design system knows no commands'],
  'app/ui/alert-dialog.tsx': [2, 'asks back: whoever opened it runs a command on either answer'],
  'app/ui/multi-select.tsx': [2, 'All and None of a list that its owner reads; the design system knows no commands'],
  'app/ui/filter-chip.tsx': [1, 'takes one entry out of the filter that a command opens'],
  'app/widgets/filter-panel/filter-conditions.tsx': [1, 'takes one condition out of the filter that a command opens'],
  'app/ui/search-field.tsx': [1, 'empties a field, as its keys do'],
  'app/ui/selection-bar.tsx': [1, 'lets go of the selection as Esc does'],
  'app/shell/error-boundary.tsx': [2, 'the commands may be what has failed'],
  'app/features/space/create/collection-field.tsx': [3, 'steps inside a field of a form that one command sends'],
  'app/features/space/create/create-form.tsx': [1, 'closes its dialog as Esc does'],
  'app/features/space/create/create-row-fields.tsx': [1, 'a row of the form; the key for it is a command of the form'],
  'app/features/space/dialogs/column-mapping.tsx': [1, 'fills in the fields of a form that one command sends'],
  'app/features/space/dialogs/import-footer.tsx': [1, 'sends the form of its dialog, which runs one command'],
  'app/features/space/dialogs/name-mapping.tsx': [1, 'fills in the fields of a form that one command sends'],
  'app/features/space/dialogs/option-mapping.tsx': [1, 'fills in the fields of a form that one command sends'],
  'app/widgets/task-dialogs/due-dialog.tsx': [2, 'answers for the command that opened the dialog'],
  'app/widgets/task-dialogs/estimate-dialog.tsx': [1, 'answers for the command that opened the dialog'],
  'app/features/space/grid/collection-row.tsx': [
    1,
    'the grid has one handler for all its rows, which runs the command',
  ],
  'app/features/space/grid/item-name.tsx': [1, 'the grid has one handler for all its rows, which runs the command'],
  'app/features/space/space-failed.tsx': [2, 'the space that its commands act on could not be opened'],
  'app/features/reviews/room-film.tsx': [1, 'the task that its commands act on could not be opened'],
  'app/features/reviews/room-screen.tsx': [1, 'the room that its commands act on could not be opened'],
  'app/features/reviews/take-dialog.tsx': [4, 'answers for the command that opened the dialog'],
  'app/features/reviews/keep-dialog.tsx': [4, 'answers for the command that opened the dialog'],
  'app/features/task-popup/popup-header.tsx': [1, 'closes its layer as Esc does'],
  'app/features/task-popup/task-popup.tsx': [3, 'the popup could not be filled: the way out and another try'],
  'app/features/task-popup/task-view.tsx': [2, 'the popup could not be filled: the way out and another try'],
  'app/widgets/board/item-list.tsx': [1, 'puts the selection on a thing, as the arrow keys do'],
  'app/widgets/board/board-mount.tsx': [1, 'the board that its commands act on could not be opened'],
  'app/widgets/comments/comment-editor.tsx': [1, 'lets go of what was typed as Esc does'],
  'app/widgets/comments/comment-entry.tsx': [1, 'opens what lies behind it'],
  'app/widgets/comments/comment-text.tsx': [1, 'a reference inside a text, like a link'],
  'app/widgets/comments/composer-actions.tsx': [1, 'opens what lies behind it'],
  'app/widgets/comments/mention-list.tsx': [1, 'completes a word that is being typed, as Enter does'],
  'app/widgets/media-viewer/film-picture.tsx': [
    1,
    'each of two films side by side plays when it is pressed; Space has the command',
  ],
  'app/widgets/comments/draft-files.tsx': [3, 'order and place of a file inside a form that one command sends'],
  'app/features/timeline/dialogs/days-off-dialog.tsx': [1, 'a row of the dialog, which one command opens'],
  'app/features/timeline/dialogs/feed-dialog.tsx': [3, 'answers for the command that opened the dialog'],
  'app/features/timeline/timeline-screen.tsx': [1, 'the timeline that its commands act on could not be opened'],
  'app/features/casting/cast-list.tsx': [1, 'puts the keys on a shot or chooses it, as the arrow keys and X do'],
  'app/widgets/cast/cast-chip.tsx': [1, 'puts the keys on a thing of a cast, as the arrow keys do'],
  'app/widgets/project-content/project-content-frame.tsx': [
    1,
    'the project that its commands act on could not be opened',
  ],
  'app/features/timesheet/day-column.tsx': [1, 'puts the cursor on a day, as the arrow keys do'],
  'app/features/timesheet/edit-flyout.tsx': [1, 'closes its layer as Esc does'],
  'app/features/timesheet/pill.tsx': [1, 'runs the command its owner names, on the entry it stands for'],
}

const runners = ['runCommand']
// A handler that does the work itself does not count, even if it also runs a command.
const workers = ['getSession', 'perform', 'performAll', 'fetch']
const controls = new Set(['button', 'Button', 'IconButton'])
// Wrappers only pass handlers on.
const wrappers = new Set([
  'app/ui/button.tsx',
  'app/ui/icon-button.tsx',
  'app/ui/menu-items.tsx',
  'app/ui/option-list.tsx',
  'app/widgets/command-button.tsx',
  'app/widgets/command-icon-button.tsx',
])

type Node = { readonly type: string; readonly [key: string]: unknown }
type Finding = { readonly file: string; readonly control: string }

test('every button on every screen runs a command', () => {
  const files = listFiles().filter(
    (file) => /^app\/.*\.tsx$/.test(file) && !file.endsWith('.test.tsx') && !wrappers.has(file),
  )
  const findings = files.flatMap(findUnbacked)

  const tooMany = [...new Set(findings.map(({ file }) => file))].flatMap((file) => {
    const found = findings.filter((finding) => finding.file === file).map(({ control }) => control)
    return found.length > (exempt[file]?.[0] ?? 0) ? [`${file}: ${found.join(' | ')}`] : []
  })
  expect(files.length).toBeGreaterThan(50)
  expect(tooMany).toEqual([])
})

test('no exemption is unnecessary', () => {
  const stale = Object.keys(exempt).filter((file) => !listFiles().includes(file) || findUnbacked(file).length === 0)

  expect(stale).toEqual([])
})

test('a button with a handler of its own is found, one that runs a command is not', () => {
  const found = (jsx: string): number =>
    findIn('example.tsx', `const go = () => runCommand('a.b'); export const x = ${jsx}`).length

  expect(found('<Button onClick={() => close()}>Close</Button>')).toBe(1)
  expect(found('<button type="button" onClick={close} />')).toBe(1)
  expect(found(`<Button onClick={() => void runCommand('a.b')} />`)).toBe(0)
  expect(found('<IconButton label="Go" onClick={go} />')).toBe(0)
  expect(found('<CommandButton command="a.b" />')).toBe(0)
  expect(found(`<form onSubmit={() => void runCommand('a.b')}><Button type="submit" /></form>`)).toBe(0)
  expect(found('<form onSubmit={save}><Button type="submit" /></form>')).toBe(1)
  const worksFirst = `async () => { await getSession().createStudio(name); await runCommand('a.b') }`
  expect(found(`<form onSubmit={${worksFirst}}><Button type="submit" /></form>`)).toBe(1)
  expect(found(`<Button onClick={${worksFirst}} />`)).toBe(1)
  expect(found('<div onClick={close} />')).toBe(1)
  expect(found('<div onClick={go} />')).toBe(0)
  expect(found('<Menu items={[{ onSelect: () => close() }]} />')).toBe(1)
  expect(found(`<Menu items={[{ onSelect: () => void runCommand('a.b') }]} />`)).toBe(0)
  expect(found('<Menu trigger={<button type="button">Open</button>} />')).toBe(0)
})

function findUnbacked(file: string): readonly Finding[] {
  return findIn(file, readFileSync(join(repositoryRoot, file), 'utf8'))
}

/** Returns a file's buttons that neither run a command, nor open a layer, nor submit a form that runs one. */
function findIn(file: string, source: string): readonly Finding[] {
  // The parser's tree is plain objects; only the properties named here are read.
  const tree = parseSync(source, { syntax: 'typescript', tsx: true }) as unknown as Node
  const running = namesThatReach(tree, runners)
  const working = namesThatReach(tree, workers)
  const runs = (node: unknown): boolean =>
    contains(node, (name) => running.has(name)) && !contains(node, (name) => working.has(name))
  const formsRun = (() => {
    const forms = list(tree).flatMap((node) => attributeOf(node, 'onSubmit'))
    return forms.length > 0 && forms.every(runs)
  })()
  const triggers = new Set(list(tree).flatMap((node) => attributeOf(node, 'trigger').flatMap(list)))
  const items = list(tree).flatMap((node) => {
    const handler = node.type === 'ObjectExpression' ? propertyOf(node, 'onSelect') : undefined
    return handler === undefined || runs(handler) ? [] : [{ file, control: 'a line of a menu' }]
  })
  const found = list(tree).flatMap((node) => {
    // Anything that can be pressed, even if it is not called a button.
    const isPressed = /^[a-z]/.test(nameOf(node)) && attributeOf(node, 'onClick').length > 0
    if ((!controls.has(nameOf(node)) && !isPressed) || triggers.has(node)) return []
    const isSubmit = attributeOf(node, 'type').some(({ value }) => value === 'submit')
    const isBacked = isSubmit ? formsRun : attributeOf(node, 'onClick').some(runs)
    return isBacked ? [] : [{ file, control: describe(node) }]
  })
  return [...found, ...items]
}

/** Returns the value of a property in an object literal. */
function propertyOf(node: Node, name: string): unknown {
  const properties = node['properties'] as readonly Node[]
  return properties.find(({ type, key }) => type === 'KeyValueProperty' && (key as Node)['value'] === name)?.['value']
}

/** Returns the given names and the file's functions that call one of them, directly or indirectly. */
function namesThatReach(tree: Node, wanted: readonly string[]): ReadonlySet<string> {
  const known = new Set<string>(wanted)
  for (let before = -1; before !== known.size;) {
    before = known.size
    for (const node of list(tree)) {
      const [name, body] =
        node.type === 'VariableDeclarator'
          ? [(node['id'] as Node)['value'], node['init']]
          : node.type === 'FunctionDeclaration'
            ? [(node['identifier'] as Node)['value'], node['body']]
            : []
      if (typeof name === 'string' && /^[a-z]/.test(name) && contains(body, (each) => known.has(each))) known.add(name)
    }
  }
  return known
}

function contains(node: unknown, isWanted: (name: string) => boolean): boolean {
  return list(node).some(({ type, value }) => type === 'Identifier' && typeof value === 'string' && isWanted(value))
}

/** Yields a node and everything in it. */
function list(node: unknown): readonly Node[] {
  if (Array.isArray(node)) return node.flatMap(list)
  if (typeof node !== 'object' || node === null) return []
  const inner = Object.values(node).flatMap(list)
  return 'type' in node ? [node as Node, ...inner] : inner
}

function attributeOf(node: Node, name: string): readonly Node[] {
  if (node.type !== 'JSXOpeningElement') return []
  const attributes = node['attributes'] as readonly Node[]
  return attributes.flatMap((attribute) =>
    attribute.type === 'JSXAttribute' && (attribute['name'] as Node)['value'] === name
      ? [attribute['value'] as Node]
      : [],
  )
}

function describe(node: Node): string {
  const handler = attributeOf(node, 'onClick').length > 0 ? 'with a handler of its own' : 'without a handler'
  return `${nameOf(node)} ${handler}`
}

function nameOf(node: Node): string {
  return node.type === 'JSXOpeningElement' ? String((node['name'] as Node)['value']) : ''
}
