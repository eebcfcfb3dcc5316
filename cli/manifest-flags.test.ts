import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { procedures } from '#core/manifest/manifest.ts'
import { reportPeriods } from '#core/reports/manage-reports.ts'
import { reviewKinds } from '#core/schema/review-sessions.ts'
import { roleNames } from '#core/schema/user-roles.ts'
import { webhookForms } from '#core/webhooks/manage-webhooks.ts'
import { toJsonSchema } from '@valibot/to-json-schema'
import { commands } from './commands/index.generated.ts'
import { flagOf, type Declaration } from './define-verb.ts'
import { toFlags } from './manifest-flags.ts'

const folder = path.join(import.meta.dirname, 'commands')

test('a flag that stands for an argument shows its text, values and default in the help', async () => {
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) =>
    /^export const verb\b[^]*(?:flagOf\(|blockFlags)/m.test(readFileSync(path.join(folder, file), 'utf8')),
  )
  let count = 0
  for (const file of files) {
    // Each of these files exports its verb by this name.
    const { verb } = (await import(path.join(folder, file))) as { verb: Declaration }
    const known = commands.find((each) => each.path === file.replace(/\.ts$/, '').replaceAll(path.sep, ' '))
    for (const [at, { of, flags, isOptional = false }] of (verb.options ?? []).entries()) {
      if (of === undefined) continue
      count += 1
      const [procedure = '', argument = ''] = of.split('.')
      const schema = JSON.stringify(
        toJsonSchema(procedures[procedure]?.args[argument] ?? fail(of), { errorMode: 'ignore' }),
      )
      const shown = known?.options?.[at]
      expect(shown?.flags).toBe(flags)
      const [said = ''] = shown?.description.split(': ') ?? []
      expect(schema).toContain(`"description":"${said}`)
      if (schema.includes('"default"') && !isOptional)
        expect(schema).toContain(`"default":${JSON.stringify(shown?.default)}`)
      if (schema.includes('"enum"')) expect(shown?.description).toMatch(/: .+ or \w+$/)
    }
  }
  expect(count).toBeGreaterThan(12)
})

test('an argument’s allowed values match the product’s', () => {
  const wordsOf = (of: string) => Object(toFlags([flagOf('--x <x>', of)])[0]).description.split(': ')[1]
  const say = (words: readonly string[]): string => words.join(', ').replace(/, (?=\w+$)/, ' or ')

  expect(wordsOf('start_review.p_kind')).toBe(say(reviewKinds))
  expect(wordsOf('save_webhook.p_form')).toBe(say(webhookForms))
  expect(wordsOf('save_report.p_form')).toBe(say(webhookForms))
  expect(wordsOf('save_report.p_period')).toBe(say(reportPeriods))
  expect(wordsOf('create_service_account.p_role')).toBe(say(roleNames.filter((role) => role !== 'owner')))
})

test('a flag for an unknown or undescribed argument throws', () => {
  expect(() => toFlags([flagOf('--days <count>', 'create_access_token.p_day')])).toThrow('is no argument')
  expect(() => toFlags([flagOf('--studio <id>', 'create_access_token.p_studio_id')])).toThrow('says nothing')
})

function fail(of: string): never {
  throw new Error(`${of} is no argument`)
}
