import type { Command } from 'commander'
import { declare, flag, type ProgramParts } from '../declare.ts'
import type { CollectionOptions } from './collection/manage.ts'
import type { MemberOptions } from './member/manage.ts'
import type { ProjectOptions } from './project/manage.ts'
import type { SpaceOptions } from './space/manage.ts'
import type { ServiceAccountOptions } from './studio/service-account.ts'
import type { StudioUseOptions } from './studio/use.ts'

/** The nouns that say where work is and whose: studio, project, space, collection, member. */
export function declareCatalogue(program: Command, parts: ProgramParts): void {
  declareStudio(program.command('studio').description('list studios, choose one, and its service accounts'), parts)
  declareProject(program.command('project').description('list and manage projects'), parts)
  declareSpace(program.command('space').description('list and manage spaces'), parts)
  declareCollection(program.command('collection').description('list and manage collections'), parts)
  declareMember(program.command('member').description('list, invite and manage people'), parts)
}

function declareStudio(studio: Command, parts: ProgramParts): void {
  declare(studio, parts, {
    name: 'list',
    summary: 'list your studios',
    load: async () => (await import('./studio/list.ts')).runStudioList,
  })
  declare<StudioUseOptions>(studio, parts, {
    name: 'use <studio>',
    summary: 'work in this studio from now on, here and in the app',
    examples: ['studio use northlight'],
    load: async () => (await import('./studio/use.ts')).runStudioUse,
  })
  const account = studio.command('service-account').description('accounts of programs, which act by tokens alone')
  declare<ServiceAccountOptions>(account, parts, {
    name: 'create <name>',
    summary: 'make an account for a program, a member of this studio alone',
    options: [flag('--role <role>', 'admin, lead, member or viewer').default('member')],
    examples: ["studio service-account create 'Render farm' --role lead"],
    load: async () => (await import('./studio/service-account.ts')).runServiceAccountCreate,
  })
  declare<ServiceAccountOptions>(account, parts, {
    name: 'list',
    summary: 'list the service accounts of the studio',
    load: async () => (await import('./studio/service-account.ts')).runServiceAccountList,
  })
  declare<ServiceAccountOptions>(account, parts, {
    name: 'delete <name>',
    summary: 'end a service account and its tokens; what it posted stays',
    load: async () => (await import('./studio/service-account.ts')).runServiceAccountDelete,
  })
}

function declareProject(project: Command, parts: ProgramParts): void {
  declare(project, parts, {
    name: 'list',
    summary: 'list the projects you may open',
    load: async () => (await import('./project/list.ts')).runProjectList,
  })
  declare<ProjectOptions>(project, parts, {
    name: 'create <name>',
    summary: 'create a project',
    options: [flag('--description <text>', 'description of the project')],
    examples: ["project create 'The Salt Road'"],
    load: async () => (await import('./project/manage.ts')).runProjectCreate,
  })
  declare<ProjectOptions>(project, parts, {
    name: 'rename <which> <name>',
    summary: 'give a project another name; its address stays',
    examples: ["project rename the-salt-road 'The Long Salt Road'"],
    load: async () => (await import('./project/manage.ts')).runProjectRename,
  })
  for (const [verb, isActive, summary] of archiveVerbs)
    declare<ProjectOptions>(project, parts, {
      name: `${verb} <which>`,
      summary: `${summary} a project`,
      load: async () => (await import('./project/manage.ts')).makeRunProjectArchive(isActive),
    })
  declare<ProjectOptions>(project, parts, {
    name: 'delete <which>',
    summary: 'delete a project with everything in it; undo puts it back for 30 days',
    load: async () => (await import('./project/manage.ts')).runProjectDelete,
  })
}

function declareSpace(space: Command, parts: ProgramParts): void {
  declare(space, parts, {
    name: 'list',
    summary: 'list spaces',
    examples: ['space list --project the-salt-road'],
    load: async () => (await import('./space/list.ts')).runSpaceList,
  })
  declare<SpaceOptions>(space, parts, {
    name: 'create <name>',
    summary: 'create a space in a project',
    options: [
      flag('--layout <layout>', 'grid, kanban, moodboard or illustration').default('grid'),
      flag('--stages <names>', 'its stages, with commas; all of the studio’s unless given'),
      flag('--statuses <names>', 'its statuses, with commas; all of the studio’s unless given'),
    ],
    examples: ["space create 'Episode 3' --project the-salt-road --stages layout,anim,comp"],
    load: async () => (await import('./space/manage.ts')).runSpaceCreate,
  })
  declare<SpaceOptions>(space, parts, {
    name: 'rename <which> <name>',
    summary: 'give a space another name; its address stays',
    load: async () => (await import('./space/manage.ts')).runSpaceRename,
  })
  for (const [verb, isActive, summary] of archiveVerbs)
    declare<SpaceOptions>(space, parts, {
      name: `${verb} <which>`,
      summary: `${summary} a space`,
      load: async () => (await import('./space/manage.ts')).makeRunSpaceArchive(isActive),
    })
  declare<SpaceOptions>(space, parts, {
    name: 'delete <which>',
    summary: 'delete a space with everything in it; undo puts it back for 30 days',
    load: async () => (await import('./space/manage.ts')).runSpaceDelete,
  })
}

const archiveVerbs = [
  ['archive', false, 'archive'],
  ['restore', true, 'bring back'],
] as const

function declareCollection(collection: Command, parts: ProgramParts): void {
  declare(collection, parts, {
    name: 'list',
    summary: 'list collections with how many items they have',
    examples: ['collection list --space ep01'],
    load: async () => (await import('./collection/list.ts')).runCollectionList,
  })
  declare<CollectionOptions>(collection, parts, {
    name: 'create <name>',
    summary: 'create a collection at the end of a space',
    examples: ['collection create SQ040 --space ep01'],
    load: async () => (await import('./collection/manage.ts')).runCollectionCreate,
  })
  declare<CollectionOptions>(collection, parts, {
    name: 'rename <which> <name>',
    summary: 'give a collection another name',
    load: async () => (await import('./collection/manage.ts')).runCollectionRename,
  })
  declare<CollectionOptions>(collection, parts, {
    name: 'delete <which>',
    summary: 'delete a collection with its items; undo puts it back for 30 days',
    load: async () => (await import('./collection/manage.ts')).runCollectionDelete,
  })
}

function declareMember(member: Command, parts: ProgramParts): void {
  declare(member, parts, {
    name: 'list',
    summary: 'list the people of the studio, archived ones last',
    load: async () => (await import('./member/list.ts')).runMemberList,
  })
  declare<MemberOptions>(member, parts, {
    name: 'invite',
    summary: 'make a link that admits people as Member; it is shown once',
    options: [flag('--days <count>', 'how long it is good for').argParser(Number).default(14)],
    load: async () => (await import('./member/manage.ts')).runMemberInvite,
  })
  declare<MemberOptions>(member, parts, {
    name: 'invites',
    summary: 'list the invite links',
    load: async () => (await import('./member/manage.ts')).runInviteList,
  })
  declare<MemberOptions>(member, parts, {
    name: 'revoke-invite <invite>',
    summary: 'end an invite link, named by its id or the start of it',
    load: async () => (await import('./member/manage.ts')).runInviteRevoke,
  })
  declare<MemberOptions>(member, parts, {
    name: 'role <person> <role>',
    summary: 'give somebody another role: admin, lead, member or viewer',
    examples: ["member role 'Mei Tanaka' admin"],
    load: async () => (await import('./member/manage.ts')).runMemberRole,
  })
  declare<MemberOptions>(member, parts, {
    name: 'archive <person>',
    summary: 'take somebody’s access; their history stays',
    load: async () => (await import('./member/manage.ts')).makeRunMemberArchive(true),
  })
  declare<MemberOptions>(member, parts, {
    name: 'restore <person>',
    summary: 'give an archived member their access again',
    load: async () => (await import('./member/manage.ts')).makeRunMemberArchive(false),
  })
  declare<MemberOptions>(member, parts, {
    name: 'remove <person>',
    summary: 'remove somebody from the studio; what they posted stays',
    load: async () => (await import('./member/manage.ts')).runMemberRemove,
  })
}
