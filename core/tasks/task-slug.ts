// Common short names of stages in links and scripts, by the slug of the full name.
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

/** Makes a task's slug for addresses: lower case, with dashes for spaces. */
export function toTaskSlug(taskName: string): string {
  return taskName.trim().toLowerCase().replace(/\s+/g, '-')
}

/**
 * Finds the task that an address names, by slug, by a known alias such as `anim`, or by id; slugs take precedence over
 * aliases.
 */
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

/** Returns a stage's short names, by the slug of its name. */
export function aliasesOf(slug: string): readonly string[] {
  return Object.hasOwn(stageAliases, slug) ? (stageAliases[slug] ?? []) : []
}
