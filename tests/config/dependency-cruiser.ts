import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  cruise,
  type ICruiseOptions,
  type ICruiseResult,
  type IForbiddenRuleType,
  type IViolation,
} from 'dependency-cruiser'

/** A folder or file and what it may import besides itself. The longest matching folder applies. */
type Arrow = { folder: string; mayImport: readonly string[] }

/** Core's subjects: each has rules, changes and queries, and they may use one another's. */
const subjects = [
  'access',
  'boards',
  'casting',
  'comments',
  'events',
  'exchange',
  'expressions',
  'feeds',
  'fields',
  'items',
  'packet',
  'people',
  'plan',
  'projects',
  'reports',
  'reviews',
  'revisions',
  'rules',
  'search',
  'studios',
  'tasks',
  'timeline',
  'timesheet',
  'webhooks',
].map((name) => `core/${name}`)
const rules = ['core/lib', 'core/schema', 'core/change', 'core/query', ...subjects]
const ports = 'core/gateway/ports.ts'
const belowWidgets = ['app/ui', 'app/hooks', 'app/lib', 'app/stores', 'app/commands', 'app/routes.ts', 'core']

export const arrows: readonly Arrow[] = [
  { folder: 'core/lib', mayImport: [] },
  { folder: 'core/schema', mayImport: ['core/lib'] },
  { folder: 'core/change', mayImport: ['core/lib', 'core/schema'] },
  { folder: 'core/query', mayImport: ['core/lib', ports] },
  // Requests to the server go through the gateway's ports.
  ...subjects.map((folder) => ({ folder, mayImport: [...rules, ports] })),
  { folder: 'core/sync', mayImport: [...rules, ports] },
  { folder: 'core/gateway', mayImport: [...rules, 'core/sync/mutators.ts'] },
  { folder: 'core/manifest', mayImport: [] },
  { folder: 'core/testing', mayImport: ['core'] },
  { folder: 'app/platform', mayImport: ['core', 'app/lib'] },
  { folder: 'app/stores', mayImport: ['core', 'app/lib'] },
  { folder: 'app/routes.ts', mayImport: ['core'] },
  { folder: 'app/commands', mayImport: ['core', 'app/stores', 'app/lib', 'app/hooks', 'app/routes.ts'] },
  { folder: 'app/lib', mayImport: ['core/lib'] },
  { folder: 'app/hooks', mayImport: ['core/lib', 'app/lib'] },
  { folder: 'app/styles', mayImport: [] },
  { folder: 'app/ui', mayImport: ['core/lib', 'app/lib', 'app/hooks'] },
  { folder: 'app/widgets', mayImport: belowWidgets },
  // `$1` is the feature's own folder: the only place under features it may import from.
  { folder: 'app/features/([^/]+)', mayImport: ['app/features/$1', 'app/widgets', ...belowWidgets] },
  { folder: 'app/packet-page', mayImport: ['core', 'app/widgets/media-viewer', 'app/styles'] },
  { folder: 'app/pwa', mayImport: ['core', 'app/platform', 'app/lib'] },
  { folder: 'app/shell', mayImport: ['app', 'core'] },
  { folder: 'app', mayImport: ['core'] },
  { folder: 'cli', mayImport: ['core'] },
  { folder: 'supabase/functions', mayImport: rules },
  { folder: 'supabase/seed', mayImport: [...rules, 'supabase/local'] },
  { folder: 'supabase/local', mayImport: ['supabase'] },
  { folder: 'clients', mayImport: ['core/manifest', 'core/schema/size-limits.ts', 'cli/build.ts'] },
  // A separate package.
  { folder: 'supabase/media-worker', mayImport: [] },
]

/** The folders whose imports are checked; tests may import anything. */
export const productFolders = ['app', 'cli', 'clients', 'core', 'supabase'] as const
export const testFile = String.raw`\.test\.tsx?$`

const product = `^(${productFolders.join('|')}|tests|e2e|bench)/`
/** Matches a package by its path, or by name if it is not installed. */
const installed = (names: string): string => `(^|/)node_modules/(${names})/|^(${names})(/|$)`

/** Returns the pattern of paths inside a folder, or of one file. */
function within(folder: string): string {
  return folder.endsWith('.ts') ? `^${folder.replace('.', String.raw`\.`)}$` : `^${folder}/`
}

function arrowRule({ folder, mayImport }: Arrow): IForbiddenRuleType {
  const narrower = arrows.filter((other) => other.folder !== folder && other.folder.startsWith(`${folder}/`))
  return {
    name: `arrow ${folder}`,
    comment: `${folder} imports only itself${mayImport.length > 0 ? `, ${mayImport.join(', ')}` : ''}`,
    severity: 'error',
    from: { path: within(folder), pathNot: [testFile, ...narrower.map((other) => within(other.folder))] },
    to: { path: product, pathNot: [within(folder.replace('([^/]+)', '$1')), ...mayImport.map(within)] },
  }
}

/** A package that only one folder may import, which wraps it for all others. */
function wrapped(names: string, owner: string, users = productFolders.join('|')): IForbiddenRuleType {
  return {
    name: `only ${owner} imports ${names}`,
    severity: 'error',
    from: { path: `^(${users})/`, pathNot: [`^${owner}/`, testFile] },
    to: { path: installed(names) },
  }
}

const forbidden: IForbiddenRuleType[] = [
  ...arrows.map(arrowRule),
  {
    name: 'a feature never imports the gateway',
    comment: 'it asks by a query, and changes by a mutator or a function of core',
    severity: 'error',
    from: { path: '^app/features/', pathNot: [testFile, '/test/'] },
    to: { path: '^core/gateway/' },
  },
  wrapped('@supabase/[^/]+', 'core/gateway', 'app|cli|core'),
  wrapped('dexie', 'app/platform'),
  wrapped('konva|react-konva', 'app/widgets/board'),
  {
    name: 'a feature never imports the gateway',
    comment: 'it asks by a query, and changes by a mutator or a function of core',
    severity: 'error',
    from: { path: '^app/features/', pathNot: [testFile, '/test/'] },
    to: { path: '^core/gateway/' },
  },
  wrapped('@supabase/lite|@electric-sql/pglite', 'supabase/local'),
  wrapped('ink', 'cli/ui'),
  wrapped('@marcbachmann/cel-js', 'core/expressions'),
  {
    name: 'core runs in the browser and in Node, and draws nothing',
    severity: 'error',
    from: { path: '^core/', pathNot: testFile },
    to: { path: installed('react|react-dom|valtio|ink|commander') },
  },
  {
    name: 'no Node modules in the browser or in core',
    severity: 'error',
    from: { path: '^(core|app)/', pathNot: testFile },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'every import can be resolved',
    comment:
      'what cannot be resolved cannot be checked; the media worker has packages of its own, which need not be installed',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true, pathNot: '^(virtual|npm|jsr|node):|^(node-av|unzipper)(/|$)' },
  },
  {
    name: 'no circles',
    comment: 'types that refer to each other belong in a file below both',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
]

const options: ICruiseOptions = {
  validate: true,
  ruleSet: { forbidden },
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '^dist/' },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'browser', 'node', 'default', 'types'],
    extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
  },
}

/** Reads every module of a checkout's product folders and checks its imports. */
export async function cruiseProduct(baseDir: string): Promise<{ sources: string[]; violations: IViolation[] }> {
  const folders = productFolders.filter((folder) => existsSync(join(baseDir, folder)))
  const { output } = await cruise(folders, { ...options, baseDir })
  // Without an outputType the output is an object; the declared type also covers text.
  const result = output as ICruiseResult
  return { sources: result.modules.map((module) => module.source), violations: result.summary.violations }
}
