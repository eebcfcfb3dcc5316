import { useSnapshot } from 'valtio'
import { hierarchyLevelOf, permissions, roleNames, setPermission } from '#core/domain/role-permission.ts'
import type { StudioReplica } from '#core/sync/studio-replica.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { toSettings } from './drafts.ts'
import { permissionTitles, roleTitles } from './role-titles.ts'
import { editDrafts, settingsStore } from './settings-store.ts'
import styles from './roles-tab.module.css'

/** What each role may do in this studio; roles at or above one's own are only shown. */
export function RolesTab({ studio }: { readonly studio: StudioReplica }) {
  const { drafts } = useSnapshot(settingsStore)
  const { matrix } = toSettings(studio, drafts)
  const ownLevel = studio.replica.findAccess()?.level ?? 5
  const isManager = studio.can('admin_users')
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
                    isDisabled={role === 'owner' || !isManager || hierarchyLevelOf(role) <= ownLevel}
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
