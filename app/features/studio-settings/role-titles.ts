import type { Permission } from '#core/schema/role-permissions.ts'
import type { RoleName } from '#core/schema/user-roles.ts'

export const roleTitles: Readonly<Record<RoleName, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  lead: 'Lead',
  member: 'Member',
  viewer: 'Viewer',
}

export const permissionTitles: Readonly<Record<Permission, { readonly title: string; readonly hint: string }>> = {
  create: { title: 'Create', hint: 'Create and change projects, spaces, items and tasks' },
  delete: { title: 'Delete', hint: 'Delete them, for good' },
  admin_users: { title: 'Admin users', hint: 'Manage roles and remove members' },
  comment: { title: 'Comment & attachments', hint: 'Write comments and attach files' },
  revisions: { title: 'Revisions', hint: 'Post revisions with media and time' },
  view_all_projects: { title: 'View all projects', hint: 'Open every project, whatever its own permissions say' },
}
