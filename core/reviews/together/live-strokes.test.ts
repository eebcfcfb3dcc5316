import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DrawingShape } from '#core/comments/drawing.ts'
import { makeStrokeTracker, mergeStrokes, readStroke, strokesOn, type LiveStroke } from './live-strokes.ts'

const mediaId = '00000000-0000-4000-8000-000000000001'

function aShape(x: number): DrawingShape {
  return { kind: 'pen', color: '#ff5555', points: [{ x: x / 100, y: 0.5 }] }
}

const aStroke = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  author: fc.constantFrom('ann', 'ben'),
  mediaId: fc.constant(mediaId),
  frame: fc.constant(12),
  step: fc.nat(5),
  shape: fc.option(fc.nat(3).map(aShape), { nil: undefined }),
})

test('strokes merge to the same result in any order and with repeats', () => {
  const history = fc
    .array(aStroke, { maxLength: 30 })
    .chain((strokes) =>
      fc.tuple(
        fc.constant(strokes),
        fc.shuffledSubarray([...strokes, ...strokes], { minLength: strokes.length * 2, maxLength: strokes.length * 2 }),
      ),
    )
  fc.assert(
    fc.property(history, fc.nat(30), ([strokes, again], at) => {
      const once = mergeStrokes(new Map(), strokes)
      const inParts = mergeStrokes(mergeStrokes(new Map(), again.slice(0, at)), again.slice(at))
      const sorted = (all: typeof once) => [...all].toSorted(([first], [second]) => (first < second ? -1 : 1))
      expect(sorted(inParts)).toEqual(sorted(once))
    }),
    { numRuns: 1000 },
  )
})

test('an erased stroke does not come back with late messages', () => {
  const stroke: LiveStroke = { id: 'a', author: 'ann', mediaId, frame: 3, step: 1, shape: aShape(1) }
  const gone = mergeStrokes(new Map(), [stroke, { ...stroke, step: 2, shape: undefined }, { ...stroke, step: 9 }])

  expect(strokesOn(gone, { mediaId, frame: 3, except: 'ben' })).toEqual(new Map())
})

test('a stroke can only be erased by its author, whatever id others use', () => {
  const stroke: LiveStroke = { id: 'a', author: 'ben', mediaId, frame: 3, step: 1, shape: aShape(1) }
  const seen = mergeStrokes(new Map(), [stroke, { ...stroke, author: 'ann', step: 9, shape: undefined }])

  expect(strokesOn(seen, { mediaId, frame: 3, except: 'nobody' })).toEqual(new Map([['ben', [aShape(1)]]]))
})

test('two people draw over each other, and each erases only their own strokes', () => {
  const ids = ['1', '2', '3', '4', '5'].values()
  const newId = (): string => ids.next().value ?? ''
  const [ann, ben] = [makeStrokeTracker({ author: 'ann', newId }), makeStrokeTracker({ author: 'ben', newId })]
  const [first, second, third] = [aShape(1), aShape(2), aShape(3)]
  const on = (...shapes: DrawingShape[]) => [{ mediaId, frame: 3, shapes }]
  let seen = mergeStrokes(new Map(), ann.tell(on(first)))
  seen = mergeStrokes(seen, ben.tell(on(second)))
  seen = mergeStrokes(seen, ann.tell(on(first, third)))

  seen = mergeStrokes(seen, ann.tell(on(first)))

  const shown = strokesOn(seen, { mediaId, frame: 3, except: 'nobody' })
  expect(shown).toEqual(
    new Map([
      ['ann', [first]],
      ['ben', [second]],
    ]),
  )
  expect(ben.tellAll().map(({ shape }) => shape)).toEqual([second])
})

test('a growing stroke is sent as one, and only while it grows', () => {
  const tracker = makeStrokeTracker({ author: 'ann', newId: () => 'only' })
  const on = (shape: DrawingShape) => [{ mediaId, frame: 3, shapes: [shape] }]
  const grown = aShape(2)

  const told = [tracker.tell(on(aShape(1))), tracker.tell(on(grown)), tracker.tell(on(grown))]

  expect(told.map((strokes) => strokes.map(({ id, step }) => `${id} ${step}`))).toEqual([['only 1'], ['only 2'], []])
})

test.each([
  [undefined],
  ['stroke'],
  [{ id: 'a', author: 'ann', mediaId, frame: 1, step: 1, shape: { kind: 'pen', color: 'red', points: [] } }],
  [{ id: '', author: 'ann', mediaId, frame: 1, step: 1 }],
])('malformed strokes are ignored (%#)', (value) => {
  expect(readStroke(value)).toBeUndefined()
})
