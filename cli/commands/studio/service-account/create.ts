import { roleNames } from '#core/schema/user-roles.ts'
import { createServiceAccount, listServiceAccounts } from '#core/access/manage-tokens.ts'
import { findExisting, ifMissingFlag, type IfMissing } from '#cli/change/if-missing.ts'
import { usageError } from '#cli/cli-error.ts'
import { findStudio } from '#cli/select/load-studio.ts'
import { defineVerb, flagOf } from '#cli/define-verb.ts'

type Options = IfMissing & { readonly name?: string; readonly role?: string }

export const verb = defineVerb({
  arguments: '<name>',
  summary: 'create an account for a program, in this studio only',
  options: [flagOf('--role <role>', 'create_service_account.p_role'), ifMissingFlag],
  examples: ["studio service-account create 'Render farm' --role lead"],
  run: async (options: Options, context) => {
    const { name = '', role: wanted = 'member' } = options
    const role = roleNames.find((each) => each === wanted.toLowerCase())
    if (role === undefined || role === 'owner')
      throw usageError(`A service account cannot be "${wanted}".`, 'The roles are admin, lead, member and viewer.')
    const studio = await findStudio(context)
    const gateway = await context.loadGateway()
    const known = options.ifMissing === true ? await listServiceAccounts(studio.id, { gateway }) : []
    const present = findExisting(known, name, options)
    if (present !== undefined) {
      context.printRecord({ id: present.id, name: present.name, role: present.role, studio: studio.name })
      return context.say('No change needed.')
    }
    const id = await createServiceAccount({ studioId: studio.id, name, role }, { gateway })
    context.printRecord({ id, name, role, studio: studio.name })
    context.say(`Create a token for it: studio-cli auth token create <name> --service-account '${name}'`)
  },
})
