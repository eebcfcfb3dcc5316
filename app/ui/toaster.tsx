import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { toast as show, Toaster as Primitive } from 'sonner'
import { classNames } from '#app/lib/class-names.ts'
import './toaster.css'
import styles from './toaster.module.css'

type ToasterProps = {
  readonly toasts: readonly {
    readonly id: string
    readonly kind: 'info' | 'success' | 'error'
    readonly text: string
    readonly suggestion: string | undefined
    readonly action: { readonly label: string; readonly run: () => void } | undefined
    readonly durationMs: number
  }[]
  readonly theme: 'dark' | 'light'
  readonly onDismiss: (id: string) => void
}

/** Shows the toasts it is given, and takes away those that are gone. */
export function Toaster({ toasts, theme, onDismiss }: ToasterProps) {
  const shown = useRef(new Map<string, object>())

  useEffect(() => {
    const current = new Set(toasts.map(({ id }) => id))
    for (const id of shown.current.keys()) {
      if (current.has(id)) continue
      shown.current.delete(id)
      show.dismiss(id)
    }
    for (const entry of toasts) {
      if (shown.current.get(entry.id) === entry) continue
      shown.current.set(entry.id, entry)
      show(entry.text, {
        id: entry.id,
        description: entry.suggestion,
        duration: entry.durationMs,
        ...(entry.action !== undefined && { action: { label: entry.action.label, onClick: entry.action.run } }),
        className: classNames(styles['toast'], styles[entry.kind]),
        onDismiss: () => onDismiss(entry.id),
        onAutoClose: () => onDismiss(entry.id),
      })
    }
  }, [toasts, onDismiss])

  // Beside the dialogs, which are outside the app's own stacking: what is said while one is open stands above its veil.
  return createPortal(
    <Primitive
      theme={theme}
      position="bottom-center"
      containerAriaLabel="Notifications"
      expand
      gap={8}
      offset={{ bottom: 24 }}
      mobileOffset={{ bottom: 24, left: 0, right: 0 }}
      toastOptions={{
        unstyled: true,
        classNames: {
          title: styles['title'] ?? '',
          description: styles['description'] ?? '',
          content: styles['content'] ?? '',
          actionButton: styles['action'] ?? '',
        },
      }}
    />,
    document.body,
  )
}
