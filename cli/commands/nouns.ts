/** A noun with its summary in the help and the order of its verbs; verbs not listed follow by name. */
export type Noun = { readonly path: string; readonly summary: string; readonly order: string }

/** Every noun; the first entry is the program itself. */
export const nouns: readonly Noun[] = [
  {
    path: '',
    summary: '',
    order:
      'login whoami auth studio project space collection stage status kind field view member do task item link revision upload comment review timesheet feed events webhook rule report timeline import export undo operation config open api mcp doctor completion screen',
  },
  { path: 'auth', summary: 'sign in and out', order: 'login logout status token' },
  { path: 'auth token', summary: 'access tokens for programs, each for one studio', order: 'create list revoke' },
  { path: 'studio', summary: 'list and choose studios, manage service accounts', order: 'list use service-account' },
  {
    path: 'studio service-account',
    summary: 'accounts for programs, which sign in with tokens only',
    order: 'create list delete',
  },
  {
    path: 'project',
    summary: 'list and manage projects',
    order: 'list overview tree create rename archive restore delete',
  },
  { path: 'space', summary: 'list and manage spaces', order: 'list create rename archive restore delete' },
  { path: 'collection', summary: 'list and manage collections', order: 'list create set rename delete' },
  { path: 'stage', summary: 'list the stages of the studio, and say which waits for which', order: 'list wait' },
  { path: 'status', summary: 'list the statuses of the studio', order: 'list' },
  {
    path: 'kind',
    summary: 'list and manage the studio’s kinds of items',
    order: 'list create set delete',
  },
  { path: 'field', summary: 'list and manage the studio’s own fields of items', order: 'list create set delete' },
  { path: 'view', summary: 'list and save views of spaces', order: 'list create delete' },
  {
    path: 'member',
    summary: 'list, invite and manage people',
    order: 'list invite invites revoke-invite role archive restore remove',
  },
  { path: 'task', summary: 'list and change tasks', order: 'list show set-status assign due estimate priority' },
  {
    path: 'item',
    summary: 'list, create and change items: shots, assets, illustrations',
    order: 'list show set set-kind rename move omit restore delete set-thumbnail reset-thumbnail create',
  },
  { path: 'link', summary: 'list and set links between items, such as casts', order: 'list set' },
  { path: 'revision', summary: 'list, upload and download revisions', order: 'list upload download' },
  { path: 'upload', summary: 'resume unfinished uploads', order: 'list resume cancel' },
  { path: 'comment', summary: 'list and add comments', order: 'list add' },
  {
    path: 'review',
    summary: 'list and start review sessions, and read their notes',
    order: 'list show create add notes lock unlock delete',
  },
  { path: 'timesheet', summary: 'report and export time', order: 'report export' },
  {
    path: 'events',
    summary: 'list and watch what happens in the studio, undo it, and export it for an audit',
    order: 'list watch undo export verify',
  },
  {
    path: 'webhook',
    summary: 'tell other programs and chat tools what happens in the studio',
    order: 'create set list test log replay secret delete',
  },
  {
    path: 'report',
    summary: 'timesheets and saved views sent on a schedule, by mail or to an address',
    order: 'create set list send secret delete',
  },
  {
    path: 'rule',
    summary: 'what the studio does automatically when something happens',
    order: 'list create set dry-run log delete',
  },
  { path: 'timeline', summary: 'list and plan the blocks of the team timeline', order: 'list plan move delete' },
  { path: 'import', summary: 'import items from CSV, Excel, JSON, EDL, OTIO and XML', order: 'plan apply' },
  { path: 'export', summary: 'export items or a whole studio', order: 'items studio' },
  { path: 'operation', summary: 'operations done on this machine', order: 'list' },
  { path: 'config', summary: 'read and change settings', order: 'list get set unset path' },
]
