import { roleNames } from '#core/schema/user-roles.ts'
import { setMemberRole } from '#core/access/manage-members.ts'
import { nothingMatched, usageError } from '#cli/cli-error.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { get, open } from './open-member.ts'

type Options = { readonly person?: string; readonly role?: string }

export const verb = defineVerb({
  arguments: '<person> <role>',
  summary: 'change somebody’s role: admin, lead, member or viewer',
  examples: ["member role 'Mei Tanaka' admin"],
  run: async ({ person = '', role: wanted = '' }: Options, context) => {
    const name = roleNames.find((each) => each === wanted.toLowerCase())
    if (name === undefined || name === 'owner')
      throw usageError(`"${wanted}" is not a role that can be given.`, 'The roles are admin, lead, member and viewer.')
    const { client, studio, member } = await open(person, context)
    const role = studio.getRoles().find((each) => each.name === name)
    if (role === undefined) throw nothingMatched(`There is no role "${name}".`)
    get(await setMemberRole({ studioId: studio.studioId, userId: member.userId, roleId: role.id }, client))
    context.printRecord({ id: member.userId, name: member.displayName, role: name })
  },
})
