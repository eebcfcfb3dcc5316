// Not in TypeScript's description of the browser. What a policy answers is an object that stands for the string.
type Policy = { createScriptURL: (url: string) => string }
type TrustedTypes = { createPolicy: (name: string, rules: Policy) => Policy }

let policy: Policy | undefined

/** An address of our own from which a worker may be started: the content policy lets none be started from mere text. */
export function trustScriptUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('xsheet', { createScriptURL: assertOwn })
  return policy?.createScriptURL(url) ?? url
}

function assertOwn(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError(`${url} is not a script of ours`)
  return url
}
