// Missing from TypeScript's DOM types. A policy returns an object that stands for the string.
type Policy = { createScriptURL: (url: string) => string }
type TrustedTypes = { createPolicy: (name: string, rules: Policy) => Policy }

let policy: Policy | undefined

/** Turns an address of our own into one a worker may be started from: the content policy accepts no plain strings. */
export function trustScriptUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('xsheet', { createScriptURL: assertOwn })
  return policy?.createScriptURL(url) ?? url
}

function assertOwn(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError(`${url} is not a script of ours`)
  return url
}
