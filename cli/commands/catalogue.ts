import type { Command } from 'commander'
import { declare, type ProgramParts } from '../declare.ts'
import type { StudioUseOptions } from './studio/use.ts'

/** The nouns that say where work is: studio, project, space, collection, member. */
export function declareCatalogue(program: Command, parts: ProgramParts): void {
  const studio = program.command('studio').description('list studios and choose one')
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
  declare(program.command('project').description('list projects'), parts, {
    name: 'list',
    summary: 'list the projects you may open',
    load: async () => (await import('./project/list.ts')).runProjectList,
  })
  declare(program.command('space').description('list spaces'), parts, {
    name: 'list',
    summary: 'list spaces',
    examples: ['space list --project the-salt-road'],
    load: async () => (await import('./space/list.ts')).runSpaceList,
  })
  declare(program.command('collection').description('list collections'), parts, {
    name: 'list',
    summary: 'list collections with how many items they have',
    examples: ['collection list --space ep01'],
    load: async () => (await import('./collection/list.ts')).runCollectionList,
  })
  declare(program.command('member').description('list people'), parts, {
    name: 'list',
    summary: 'list the people of the studio, archived ones last',
    load: async () => (await import('./member/list.ts')).runMemberList,
  })
}
