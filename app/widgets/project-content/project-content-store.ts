import type { ProjectContent } from './project-content.ts'

// Not a proxy: it holds replicas, which report their own changes.
let content: ProjectContent | undefined

/** Returns the open project, for commands. */
export function findProjectContent(): ProjectContent | undefined {
  return content
}

/** Sets the open project. Nothing renders from it, so there are no listeners. */
export function setProjectContent(next: ProjectContent | undefined): void {
  content = next
}
