import { runCommand } from '#app/commands/run-command.ts'
import { Segmented } from '#app/ui/segmented.tsx'

const layouts = { grid: 'Grid', kanban: 'Kanban', casting: 'Casting' } as const
type Layout = keyof typeof layouts

type SpaceLayoutsProps = {
  readonly value: Layout
  /** The commands that switch layouts; a layout without one is not offered. */
  readonly commands: Partial<Readonly<Record<Layout, string>>>
}

/** Switches between the layouts of a space, the same on each of them. */
export function SpaceLayouts({ value, commands }: SpaceLayoutsProps) {
  const offered = (['grid', 'kanban', 'casting'] as const).filter(
    (each) => each === value || commands[each] !== undefined,
  )
  return (
    <Segmented<Layout>
      label="Layout"
      value={value}
      options={offered.map((each) => ({ value: each, label: layouts[each] }))}
      onChange={(layout) => {
        const command = commands[layout]
        if (command !== undefined) void runCommand(command)
      }}
    />
  )
}
