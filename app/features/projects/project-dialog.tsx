import { useSnapshot } from 'valtio'
import { projectToggleRoles, type ProjectToggleRole } from '#core/access/role-permission.ts'
import { toRoleMatrix } from '#core/access/role-matrix.ts'
import { parseFirstFrame } from '#core/revisions/frame-number.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { Switch } from '#app/ui/switch.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { FormDialog, StateChoice } from '#app/widgets/form-dialog.tsx'
import styles from './project-dialog.module.css'
import { closeProjectForm, editProjectDraft, projectsStore, type ProjectDraft } from './projects-store.ts'

type ProjectDialogProps = { readonly studio: StudioReplica }

/** Creates or edits a project. */
export function ProjectDialog({ studio }: ProjectDialogProps) {
  const { form } = useSnapshot(projectsStore)
  const isNew = form?.projectId === undefined
  const isReady = (form?.draft.name.trim() ?? '') !== ''
  // Lets people delete right after choosing Inactive, without saving first.
  const mayDelete = !isNew && !form.draft.isActive && studio.can('delete')
  return (
    <FormDialog
      isOpen={form !== undefined}
      onClose={closeProjectForm}
      title={isNew ? 'Create New Project' : 'Project Settings'}
      submit={{
        command: 'project.submit',
        label: isNew ? 'Create Project' : 'Save Changes',
        isDisabled: !isReady || !studio.can('create'),
      }}
      {...(mayDelete && { remove: { command: 'project.delete', args: [form.projectId] } })}
    >
      <ProjectForm studio={studio} />
    </FormDialog>
  )
}

function ProjectForm({ studio }: ProjectDialogProps) {
  const { form } = useSnapshot(projectsStore)
  if (form === undefined) return null
  const { name, isActive, description, allowedRoles } = form.draft
  return (
    <>
      <TextField
        label="Project Name"
        value={name}
        onChange={(value) => editProjectDraft({ name: value })}
        maxLength={200}
        isRequired
      />
      <StateChoice isActive={isActive} onChange={(value) => editProjectDraft({ isActive: value })} />
      <TextArea
        label="Description"
        value={description}
        onChange={(value) => editProjectDraft({ description: value })}
        rows={3}
      />
      <Numbering draft={form.draft} />
      <fieldset>
        <legend className={styles['label']}>Permissions</legend>
        <div className={styles['roles']}>
          {projectToggleRoles.map((role) => (
            <RoleSwitch key={role} role={role} studio={studio} allowedRoles={allowedRoles} />
          ))}
        </div>
      </fieldset>
    </>
  )
}

/** How frames and revisions are numbered. */
function Numbering({ draft }: { readonly draft: Pick<ProjectDraft, 'firstFrame' | 'followsFileVersions'> }) {
  const { firstFrame, followsFileVersions } = draft
  const numbered = parseFirstFrame(firstFrame)
  return (
    <>
      <TextField
        label="First frame of its films"
        hint="Such as 1001; an item may have its own."
        error={numbered.ok ? undefined : numbered.error.message}
        value={firstFrame}
        placeholder="1"
        inputMode="numeric"
        onChange={(value) => editProjectDraft({ firstFrame: value })}
        maxLength={8}
      />
      <Switch
        label="Number revisions by their files"
        hint="shot_v07.mov becomes v7, whatever came before it"
        isOn={followsFileVersions}
        onChange={(isOn) => editProjectDraft({ followsFileVersions: isOn })}
      />
    </>
  )
}

type RoleSwitchProps = ProjectDialogProps & {
  readonly role: ProjectToggleRole
  readonly allowedRoles: readonly ProjectToggleRole[]
}

function RoleSwitch({ role, studio, allowedRoles }: RoleSwitchProps) {
  const matrix = toRoleMatrix(studio.getRoles(), studio.replica.getRows('role_permissions').values())
  const seesAll = role === 'owner' || matrix[role].includes('view_all_projects')
  const hint = hintOf(role, seesAll)
  return (
    <Switch
      label={`${role[0]?.toUpperCase() ?? ''}${role.slice(1)}`}
      {...(hint !== undefined && { hint })}
      isOn={seesAll || allowedRoles.includes(role)}
      isDisabled={seesAll}
      onChange={(isOn) =>
        editProjectDraft({
          allowedRoles: projectToggleRoles.filter((name) => (name === role ? isOn : allowedRoles.includes(name))),
        })
      }
    />
  )
}

function hintOf(role: ProjectToggleRole, seesAll: boolean): string | undefined {
  if (role === 'owner') return 'Can always open every project'
  if (seesAll) return 'Can open every project, by the studio’s role permissions'
  return role === 'member' ? 'Applies to leads too' : undefined
}
