// Checks the description that hosts serve with an independent validator.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'

const file = path.join(import.meta.dirname, '../docs/api/openapi.json')

test('the description is valid OpenAPI 3.1, and all its references resolve', async () => {
  const validator = new Validator()

  const { valid, errors = [] } = await validator.validate(JSON.parse(readFileSync(file, 'utf8')))

  expect({ valid, errors }).toEqual({ valid: true, errors: [] })
  expect(validator.version).toBe('3.1')
})
