// The number of hexadecimal characters in an invite token.
const inviteTokenLength = 24

/**
 * Finds the token in a pasted link or text: its last run of 24 hexadecimal characters, in lower case; undefined if
 * there is none.
 */
export function findInviteToken(text: string): string | undefined {
  const runs = text.match(/[0-9a-f]{24,}/gi)
  return runs?.at(-1)?.slice(-inviteTokenLength).toLowerCase()
}
