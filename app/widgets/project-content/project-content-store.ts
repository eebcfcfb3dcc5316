import type { ProjectContent } from './project-content.ts'

// Not a proxy: it holds replicas, which report their own changes.
let content: ProjectContent | undefined

/** The open project, as commands see it. */
export function findProjectContent(): ProjectContent | undefined {
  return content
}

/** Says what is open. Nobody draws by it, so nobody is told. */
export function setProjectContent(next: ProjectContent | undefined): void {
  content = next
}
