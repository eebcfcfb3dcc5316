import type { TestHost } from '#tests/host/start-test-host.ts'

/** Most tries of one minute and of the next, should a minute end in between. */
const TRIES_OF_TWO_MINUTES = 25

/**
 * Tries again until the eleventh of a minute is held up, and answers the code of each try. People share the counts of wrong tries (64 in
 * all), so those of others are taken back first.
 */
export async function tryUntilHeldUp(host: TestHost, tryOnce: () => Promise<{ code: string }>): Promise<string[]> {
  await host.database.execute(
    `do $$ begin for i in 0 .. 63 loop perform setval(format('private.wrong_tries_%s', i)::regclass, 0); end loop; end $$`,
  )
  const codes: string[] = []
  while (codes.length < TRIES_OF_TWO_MINUTES && codes.at(-1) !== 'rate_limited') codes.push((await tryOnce()).code)
  return codes
}
