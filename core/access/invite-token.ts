// How many hexadecimal characters an invite token has.
const inviteTokenLength = 24

/** The token in a pasted link or text: its last 24 hexadecimal characters in a row, lower case; absent without such. */
export function findInviteToken(text: string): string | undefined {
  const runs = text.match(/[0-9a-f]{24,}/gi)
  return runs?.at(-1)?.slice(-inviteTokenLength).toLowerCase()
}
