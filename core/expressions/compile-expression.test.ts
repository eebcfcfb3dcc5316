import { describe, expect, test } from 'vitest'
import { compileExpression } from './compile-expression.ts'
import { isLike } from './like.ts'
import { expressionLimits, type RecordType, type RowName, type Scope } from './types.ts'

type Cast = { readonly name: string; readonly frames: number | null; readonly parts: readonly number[] }
type Shot = {
  readonly frames: number | null
  readonly cast: readonly Cast[]
  readonly due: string | null
  readonly stages: Readonly<Record<string, string>>
}

const castMember: RecordType = {
  word: 'an asset',
  members: new Map([
    ['name', { type: 'text', read: (asset) => (asset as Cast).name }],
    ['frames', { type: 'number', read: (asset) => (asset as Cast).frames }],
    ['parts', { type: { list: 'number' }, read: (asset) => (asset as Cast).parts }],
  ]),
}
const task: RecordType = {
  word: 'a task',
  members: new Map([['status', { type: 'text', read: (status) => status }]]),
}
const names = new Map<string, RowName<Shot>>([
  ['frames', { type: 'number', read: (shot) => shot.frames }],
  ['due', { type: 'date', read: (shot) => shot.due }],
  ['title', { type: 'text', read: () => 'sq020_0100' }],
  ['isHard', { type: 'checkbox', read: () => true }],
  ['tags', { type: { list: 'text' }, read: () => ['night', 'rain'] }],
  ['cast', { type: { list: castMember }, read: (shot) => shot.cast }],
])
const scope: Scope<Shot> = {
  names,
  functions: new Map([
    [
      'task',
      {
        help: 'task("anim")',
        bind: (stage) =>
          stage === 'anim'
            ? { type: task, read: (shot: Shot) => shot.stages[stage] ?? null }
            : { type: task, read: () => null, problem: `There is no stage ${stage}` },
      },
    ],
  ]),
}
const shot: Shot = {
  frames: 48,
  due: '2026-12-24',
  stages: { anim: 'WIP' },
  cast: [
    { name: 'Ana', frames: 20, parts: [1, 2] },
    { name: 'Tree', frames: null, parts: [] },
    { name: 'Boat', frames: 28, parts: [7] },
  ],
}
const bare: Shot = { frames: null, due: null, stages: {}, cast: [] }

/** The value of a text for a shot, or the reason there is none. */
function evaluate(text: string, row: Shot = shot): unknown {
  const compiled = compileExpression(text, scope)
  if (!compiled.ok) return compiled.error.reason
  const result = compiled.value.evaluate(row, '2026-12-20')
  return result.ok ? result.value : result.error.reason
}

function placeOf(text: string): string | undefined {
  const compiled = compileExpression(text, scope)
  return compiled.ok ? undefined : text.slice(compiled.error.start, compiled.error.end)
}

describe('an expression evaluates to', () => {
  test.each<[string, unknown]>([
    ['frames / 24', 2],
    ['7 / 2', 3.5],
    ['1 + 2 * 3 - -4', 11],
    ['round(frames / 36, 2)', 1.33],
    ['title + "_" + frames', 'sq020_0100_48'],
    ['title.startsWith("sq020") && !(frames > 50)', true],
    ['frames > 40 ? "long" : "short"', 'long'],
    ['due - today()', 4],
    ['days(today(), due)', 4],
    ['due - 30', '2026-11-24'],
    ['due < "2027-01-01"', true],
    ['due.weekday()', 4],
    ['task("anim").status == "WIP"', true],
    ['task("anim").status in ["WIP", "DONE"]', true],
    ['"rain" in tags', true],
    ['tags[0] + tags.join("/")', 'nightnight/rain'],
    ['size(tags) + size(title)', 12],
    ['sum(cast, x, x.frames)', 48],
    ['cast.map(x, x.name)', ['Ana', 'Tree', 'Boat']],
    ['cast.filter(x, x.frames > 20).map(x, x.name)', ['Boat']],
    ['share(cast, x, has(x.frames))', 2 / 3],
    ['cast.exists(x, x.name == "Ana" && x.parts.exists(part, part == 2))', true],
    ['mean(cast, x, x.frames)', 24],
    ['max(frames, 20, 60)', 60],
    ['min(cast, x, x.frames)', 20],
    ['count(cast)', 3],
    ['coalesce(null, frames, 1)', 48],
    ['title.like("SQ*_0?00")', true],
    ['number("1" + "2") == 12', true],
    ['// how long\nframes', 48],
  ])('%s', (text, value) => {
    expect(evaluate(text)).toEqual(value)
  })

  test.each<[string, unknown]>([
    ['frames / 24', null],
    ['frames < 10', false],
    ['frames == null', true],
    ['empty(due)', true],
    ['due + 3', null],
    ['title + frames', 'sq020_0100'],
    ['task("anim").status', null],
    ['!(frames > 10)', true],
    ['mean(cast, x, x.frames)', null],
    ['sum(cast, x, x.frames)', 0],
  ])('empty values stay empty: %s', (text, value) => {
    expect(evaluate(text, bare)).toEqual(value)
  })
})

describe('an expression is refused with its position and the reason', () => {
  test.each<[string, string, string]>([
    ['frmaes * 2', 'frmaes', 'There is no frmaes here: did you mean frames?'],
    ['frames * title', 'frames * title', '* does not take a number and text'],
    ['frames == title', 'frames == title', 'A number cannot be compared with text'],
    ['frames ? 1 : 2', 'frames ? 1 : 2', 'A condition must be yes or no, not a number'],
    ['isHard ? 1 : "a"', 'isHard ? 1 : "a"', 'Both results must be of one kind, not a number and text'],
    ['task("rig").status', '"rig"', 'There is no stage rig'],
    ['task(title)', 'task(title)', 'Write it as task("anim")'],
    ['task("anim")', 'task("anim")', 'Name a property of a task: status'],
    ['task("anim").due', 'task("anim").due', 'a task has no due; it has status'],
    ['cast.map(x, y)', 'y', 'There is no y here'],
    [
      'title.matches("(a+)+$")',
      'title.matches("(a+)+$")',
      'matches is not supported: use like("sq*_0?0"), with * and ?',
    ],
    ['constructor', 'constructor', 'There is no constructor here'],
    ['tags.constructor', 'tags.constructor', 'a list has no constructor'],
    ['toString()', 'toString()', 'There is no toString()'],
    ['{"a": 1}', '{"a": 1}', 'This is not supported'],
    ['frobnicate(frames)', 'frobnicate(frames)', 'There is no frobnicate()'],
    ['has(frames, due)', 'has(frames, due)', 'has takes one value'],
    ['frames +', '', 'Something is missing at the end'],
    ['(frames', '', ') is missing before the end'],
    ['"frames', '"frames', 'The text has no closing quote'],
    ['frames # 2', '#', 'Unexpected character: #'],
    ['frames = 2', '=', 'Use == to compare two values'],
    ['frames 🙂 2', '🙂', 'Unexpected character: 🙂'],
    ['x'.repeat(2000), 'x'.repeat(2000), `There is no ${'x'.repeat(40)}… here`],
    ['   ', '   ', 'Write an expression'],
  ])('%s', (text, place, reason) => {
    expect([placeOf(text), evaluate(text)]).toEqual([place, reason])
  })
})

test('a value that cannot be calculated names the reason', () => {
  expect(evaluate('1 / (frames - 48)')).toBe('Division by zero')
  expect(evaluate('number(title)')).toBe('“sq020_0100” is not a number')
  expect(evaluate('due + 9000000')).toBe('That day is out of range')
})

test('a compiled expression lists the names it uses', () => {
  const compiled = compileExpression('task("anim").status == "DONE" ? frames : size(cast) - (due - today())', scope)

  expect(compiled.ok && [...compiled.value.uses].toSorted()).toEqual([
    'cast',
    'due',
    'frames',
    'task("anim")',
    'today()',
  ])
  expect(compiled.ok && compiled.value.type).toBe('number')
})

describe('a hostile expression is refused and never runs long', () => {
  const nested = (depth: number): string => '('.repeat(depth) + '1' + ')'.repeat(depth)
  const list = `[${Array.from({ length: 100 }, () => '1').join(',')}]`
  test.each<[string, string, string]>([
    ['a megabyte of text', '1+'.repeat(500_000) + '1', 'An expression has at most 2,000 characters'],
    ['deep brackets', nested(900), 'The expression has too many parts'],
    ['deep signs', '!'.repeat(1990) + 'isHard', 'The expression has too many parts'],
    ['many parts', Array.from({ length: 700 }, () => '1').join('+'), 'The expression has too many parts'],
    ['a long list', `${list.slice(0, -1)},1]`, 'The expression has too many parts'],
    [
      'lists in lists in lists',
      `${list}.map(a, ${list}.map(b, ${list}.map(c, a + b + c)))`,
      'It takes too long to calculate',
    ],
    ['four lists deep', '[1].map(a, [1].map(b, [1].map(c, [1].map(d, d))))', 'Lists are nested too deeply'],
    ['a text that doubles', `[title]${'.map(x, x + x + x + x + x + x + x + x)'.repeat(20)}`, 'The text is too long'],
    ['a list that is added to itself', 'tags + tags', '+ does not take a list and a list'],
    ['a wide join', `${list}.map(x, "${'a'.repeat(1000)}").join()`, 'The text is too long'],
    ['a number without end', `[1.0e300]${'.map(x, x * x)'.repeat(2)}[0]`, 'The number is too large'],
  ])('%s', (_, text, reason) => {
    expect(evaluate(text)).toBe(reason)
  })

  const letters = `"${'ab '.repeat(26)}".split("")`
  const ofEach = (what: string): string => `sum(${letters}, a, sum(${letters}, b, ${what} ? 1 : 0))`
  test.each([
    ['a long text in capitals for each letter of another', ofEach('notes.upper() == title')],
    ['a form with many stars', ofEach(`notes.like("${'a*'.repeat(49)}b")`)],
    ['a long text cut up', ofEach('notes.split(" ") == tags')],
    ['long lists compared', ofEach(`${letters} == ${letters}`)],
  ])('%s is too much work for one row', (_, text) => {
    const notes = Array.from({ length: 9_000 }, () => 'a').join(' ')
    const long = { ...scope, names: new Map(names).set('notes', { type: 'text', read: () => notes }) }
    const compiled = compileExpression(text, long)
    if (!compiled.ok) throw new Error(compiled.error.reason)
    expect(compiled.value.evaluate(shot, '2026-11-23')).toMatchObject({
      error: { reason: 'It takes too long to calculate' },
    })
  })

  test('like() patterns with many stars match fast', () => {
    expect(isLike('a'.repeat(1000), `${'a*'.repeat(49)}b`)).toBe(false)
  })

  test('an expression reaches nothing outside its scope', () => {
    const reaching = [
      'this',
      'globalThis',
      'window',
      '__proto__',
      'cel',
      'type(1)',
      'dyn(1)',
      'cast[0].constructor',
      'cel.bind(a, 1, a)',
    ].filter((text) => compileExpression(text, scope).ok)

    expect(reaching).toEqual([])
    expect(expressionLimits.characters).toBeLessThanOrEqual(2000)
  })
})
