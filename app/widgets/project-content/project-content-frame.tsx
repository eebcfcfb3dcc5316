import type { ReactNode } from 'react'
import { errorText } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import styles from './project-content.module.css'
import type { ProjectContent } from './project-content.ts'
import type { ProjectContentView } from './use-project-content.ts'

type ProjectContentFrameProps = {
  readonly view: ProjectContentView
  readonly title: string
  readonly children: (content: ProjectContent) => ReactNode
}

/** A page over all spaces of a project: a skeleton until they are loaded, or why they cannot be opened. */
export function ProjectContentFrame({ view, title, children }: ProjectContentFrameProps) {
  switch (view.kind) {
    case 'loading':
      return (
        <div className={styles['outline']} aria-busy="true">
          <span className="visually-hidden">Loading…</span>
          <h1 className="visually-hidden">{title}</h1>
          {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
            <Skeleton key={row} height={44} />
          ))}
        </div>
      )
    case 'not-found':
      return (
        <EmptyState level={1} title={messages['project-not-found']} text="There is no such project that you may open.">
          <CommandButton command="go.projects">Back to the projects</CommandButton>
        </EmptyState>
      )
    case 'failed':
      return (
        <EmptyState level={1} title={`${title} could not be opened`} text={errorText(view.error, messages.unexpected)}>
          <Button variant="primary" onClick={view.retry}>
            Try again
          </Button>
        </EmptyState>
      )
    case 'open':
      return children(view.content)
  }
}
