// What studios call their stages in links and scripts, by the slug of the stage's full name.
const stageAliases: Readonly<Record<string, readonly string[]>> = {
  references: ['ref', 'refs', 'reference'],
  storyboard: ['sb', 'board', 'boards', 'storyboards'],
  concept: ['cpt', 'concepts'],
  layout: ['lay', 'lo', 'lyt'],
  modeling: ['mod', 'mdl', 'model', 'modelling'],
  rigging: ['rig'],
  animation: ['anim', 'ani', 'anm'],
  lighting: ['lgt', 'light'],
  fx: ['vfx', 'effects'],
  compositing: ['comp', 'cmp'],
  grading: ['grade', 'color', 'colour'],
  illustration: ['illu', 'illo'],
}

/** A task's name in the address: lower case, spaces as dashes. */
export function toTaskSlug(taskName: string): string {
  return taskName.trim().toLowerCase().replace(/\s+/g, '-')
}

/** The task an address names, by slug, by a known alias such as `anim`, or by id; a slug of its own beats an alias. */
export function findTaskBySlug<Task extends { readonly id: string; readonly title: string }>(
  tasks: readonly Task[],
  slug: string,
): Task | undefined {
  const wanted = toTaskSlug(slug)
  return (
    tasks.find((task) => toTaskSlug(task.title) === wanted) ??
    tasks.find((task) => aliasesOf(toTaskSlug(task.title)).includes(wanted)) ??
    tasks.find((task) => task.id === wanted)
  )
}

/** The short names of a stage, by the slug of its name. */
export function aliasesOf(slug: string): readonly string[] {
  return Object.hasOwn(stageAliases, slug) ? (stageAliases[slug] ?? []) : []
}
