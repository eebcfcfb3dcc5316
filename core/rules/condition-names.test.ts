import { expect, test } from 'vitest'
import { findConditionHint, findConditionProblem } from './event-condition.ts'
import { readyRule } from './evaluate-rule.ts'
import { RuleState } from './rule-state.ts'
import { aStatusEvent, makeRuleRows } from './testing.ts'

const plain = makeRuleRows({ sh010: { Animation: 'DONE' } })
const rows = {
  ...plain,
  fields: [
    ...plain.fields,
    {
      id: 'f6',
      of: 'item' as const,
      key: 'mood',
      name: 'Mood',
      kind: 'choice',
      unit: '',
      options: [{ id: 'calm', name: 'Calm', color: '' }],
    },
    { id: 'f7', of: 'item' as const, key: 'director', name: 'Director', kind: 'person', unit: '', options: [] },
  ],
}

test.each([
  ['kind == "Vehcle"', 'There is no kind "Vehcle": did you mean "Vehicle"?'],
  ['type == "assset"', 'There is no type "assset": did you mean "asset"?'],
  ['status == "Aproved"', 'There is no status "Aproved", but TODO, WIP, RETAKE, DONE'],
  ['was == "WPI"', 'There is no status "WPI": did you mean "WIP"?'],
  ['next.status != "Donne"', 'There is no status "Donne": did you mean "DONE"?'],
  ['all(tasks, t, t.code == "dne")', 'There is no status code "dne": did you mean "done"?'],
  ['stage in ["Layout", "Anmation"]', 'There is no stage "Anmation": did you mean "Animation"?'],
  ['assignee == "Anna"', 'There is no person "Anna": did you mean "Ana"?'],
  ['director == "Olgaa"', 'There is no person "Olgaa": did you mean "Olga"?'],
  ['mood == "Clam"', 'There is no Mood "Clam": did you mean "Calm"?'],
  ['vendor == "Nroth"', 'There is no Vendor "Nroth": did you mean "North"?'],
  ['task("anim").status == "WPI"', 'There is no status "WPI": did you mean "WIP"?'],
])('the condition %s gets a hint about its unknown name', (text, told) => {
  expect(findConditionHint(text, rows)).toBe(told)
  // The language accepts it, so it can be saved.
  expect(findConditionProblem(text, rows)).toBeUndefined()
})

test.each([
  '',
  'kind == "Vehicle"',
  'status == "WIP" && remark == "Wipp"',
  'item == "typo" || by == "Anna"',
  'stats > 1',
  'mood == "(removed)" || director == "(removed)"',
])('no hint for: %s', (text) => expect(findConditionHint(text, rows)).toBeUndefined())

test('deleted options and former members are read as removed in conditions', () => {
  const fields = [
    ...rows.fields,
    { ...rows.fields.at(-2), id: 'f8', key: 'looks', kind: 'choices' },
  ] as typeof rows.fields
  const values = { mood: 'stormy', director: 'gone', looks: ['calm', 'stormy'] }
  const items = plain.items.map((item) => (item.name === 'sh010' ? { ...item, fields: values } : item))
  const fires = (condition: string): string =>
    readyRule({ name: 'x', trigger: { kind: 'status_changed' }, condition, actions: [] }, { ...rows, fields }).evaluate(
      aStatusEvent(1, 'sh010-Animation', ['WIP', 'DONE']),
      new RuleState({ ...rows, fields, items }),
    ).kind

  expect([fires('mood == "(removed)"'), fires('director == "(removed)"')]).toEqual(['fires', 'fires'])
  expect([fires('"(removed)" in looks && "Calm" in looks'), fires('!has(mood)'), fires('mood != "Calm"')]).toEqual([
    'fires',
    'quiet',
    'fires',
  ])
})

test('conditions know the studio’s kinds', () => {
  const items = plain.items.map((item) => (item.name === 'sh010' ? { ...item, kind: 'Vehicle' } : item))
  const fires = (condition: string): string =>
    readyRule({ name: 'x', trigger: { kind: 'status_changed' }, condition, actions: [] }, plain).evaluate(
      aStatusEvent(1, 'sh010-Animation', ['WIP', 'DONE']),
      new RuleState({ ...plain, items }),
    ).kind

  expect([fires('kind == "Vehicle"'), fires('kind == "Character"'), fires('!has(kind)')]).toEqual([
    'fires',
    'quiet',
    'quiet',
  ])
})
