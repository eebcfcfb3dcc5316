/**
 * Returns a person's name for the top bar: the first word of the full name, else the part of the e-mail before the @.
 */
export function shortNameOf(person: { readonly fullName: string; readonly email: string }): string {
  const [first = ''] = person.fullName.trim().split(/\s+/)
  return first === '' ? (person.email.split('@')[0] ?? '') : first
}
