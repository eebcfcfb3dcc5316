import type { TestHost } from '#tests/host/start-test-host.ts'

/** Tries allowed in one minute and the next, in case a minute ends in between. */
const TRIES_OF_TWO_MINUTES = 25

/**
 * Tries until the eleventh of a minute is blocked; returns each try's code. People share counters of wrong tries (64 in
 * all), so others' tries are reset first.
 */
export async function tryUntilBlocked(host: TestHost, tryOnce: () => Promise<{ code: string }>): Promise<string[]> {
  await host.database.execute(
    `do $$ begin for i in 0 .. 63 loop perform setval(format('private.wrong_tries_%s', i)::regclass, 0); end loop; end $$`,
  )
  const codes: string[] = []
  while (codes.length < TRIES_OF_TWO_MINUTES && codes.at(-1) !== 'rate_limited') codes.push((await tryOnce()).code)
  return codes
}
