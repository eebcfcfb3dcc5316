import { Component, type ReactNode } from 'react'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

type ErrorBoundaryProps = { readonly children: ReactNode }
type ErrorBoundaryState = { readonly error: unknown; readonly hasFailed: boolean }

/** Shows an error and a way on when a screen fails to render. React supports error boundaries only as classes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override readonly state: ErrorBoundaryState = { error: undefined, hasFailed: false }

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error, hasFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    const { error } = this.state
    return (
      <div role="alert">
        <EmptyState
          level={1}
          title={error instanceof AppError ? error.message : messages.unexpected}
          text="Your changes are kept on this device and will be sent."
        >
          <Button onClick={() => this.setState({ error: undefined, hasFailed: false })}>Try again</Button>
          <Button variant="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        </EmptyState>
      </div>
    )
  }
}
