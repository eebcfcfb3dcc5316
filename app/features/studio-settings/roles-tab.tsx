import { permissions, type Permission } from '#core/schema/role-permissions.ts'
import { roleNames, type RoleName } from '#core/schema/user-roles.ts'
import { useSnapshot } from 'valtio'
import { hierarchyLevelOf, setPermission } from '#core/access/role-permission.ts'
import { findRoleMatrix } from '#core/access/save-role-matrix.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { toSettings } from './drafts.ts'
import { permissionTitles, roleTitles } from './role-titles.ts'
import { editDrafts, settingsStore } from './settings-store.ts'
import styles from './roles-tab.module.css'

/** The permissions of each role. Roles at or above one's own are read-only, and nobody grants permissions they lack. */
export function RolesTab({ studio }: { readonly studio: StudioReplica }) {
  const { drafts } = useSnapshot(settingsStore)
  const { matrix } = toSettings(studio, drafts)
  const { isFixed, findReason } = judgeBoxes(studio)
  return (
    <div className={styles['scroll']}>
      <table className={styles['matrix']}>
        <caption className="visually-hidden">Role permissions</caption>
        <thead>
          <tr>
            <th scope="col">Permission</th>
            {roleNames.map((role) => (
              <th key={role} scope="col" className={styles['role']}>
                {roleTitles[role]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {permissions.map((permission) => (
            <tr key={permission}>
              <th scope="row" className={styles['permission']}>
                {permissionTitles[permission].title}
                <span className={styles['hint']}>{permissionTitles[permission].hint}</span>
              </th>
              {roleNames.map((role) => (
                <td key={role} className={styles['cell']}>
                  <Checkbox
                    label={`${roleTitles[role]}: ${permissionTitles[permission].title}`}
                    isLabelHidden
                    isChecked={role === 'owner' || matrix[role].includes(permission)}
                    isDisabled={isFixed(role)}
                    disabledReason={findReason(role, permission)}
                    onChange={(isAllowed) =>
                      editDrafts({
                        matrix: setPermission(toSettings(studio, settingsStore.drafts).matrix, {
                          role,
                          permission,
                          isAllowed,
                        }),
                      })
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/**
 * Returns which boxes the person cannot change, and which they cannot tick; a saved permission can be unticked and
 * ticked again.
 */
function judgeBoxes(studio: StudioReplica) {
  const saved = findRoleMatrix(studio)
  const ownLevel = studio.replica.findAccess()?.level ?? 5
  const isManager = studio.can('admin_users')
  const isFixed = (role: RoleName): boolean => role === 'owner' || !isManager || hierarchyLevelOf(role) <= ownLevel
  const findReason = (role: RoleName, permission: Permission): string | undefined =>
    isFixed(role) || studio.can(permission) || saved[role].includes(permission)
      ? undefined
      : 'You can only grant permissions that you have yourself'
  return { isFixed, findReason }
}
