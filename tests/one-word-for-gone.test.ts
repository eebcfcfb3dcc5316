import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { removedName } from '#core/lib/removed-name.ts'

/** Lists every product source that may contain text for people. */
function listSources(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'app', 'core', 'cli'], {
    encoding: 'utf8',
  })
  return listed.split('\n').filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.endsWith('removed-name.ts'))
}

test('removed things have one name, defined once', () => {
  const others =
    /['"`](?:\((?:removed|gone|deleted)\)|Former member|Deleted (?:option|kind|stage|status|member|person))['"`]/
  const found = listSources().filter((file) => others.test(readFileSync(file, 'utf8')))

  expect([removedName, found]).toEqual(['(removed)', []])
})
