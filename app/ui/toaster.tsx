import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Toaster as Primitive } from 'sonner'
import { classNames } from '#app/lib/class-names.ts'
import { makeToasterClock, type ToastEntry } from './toaster-clock.ts'
import './toaster.css'
import styles from './toaster.module.css'

type ToasterProps = {
  readonly toasts: readonly ToastEntry[]
  readonly theme: 'dark' | 'light'
  readonly onDismiss: (id: string) => void
}

/** Shows the given toasts, each for its time, and removes those no longer given. */
export function Toaster({ toasts, theme, onDismiss }: ToasterProps) {
  const area = useRef<HTMLDivElement>(null)
  const [clock] = useState(() => makeToasterClock(classNameOf))
  const isPageHidden = useSyncExternalStore(watchPage, () => document.hidden)
  const isTypedBelow = useSyncExternalStore(watchTyping, isTypingOnPhone)

  useEffect(() => clock.show({ entries: toasts, area: area.current, onDismiss }), [clock, toasts, onDismiss])
  useEffect(() => clock.clear, [clock])

  // A sibling of the dialogs, outside the app's stacking context: toasts shown while one is open appear above its veil.
  return createPortal(
    <div ref={area} onPointerMove={({ pointerType }) => pointerType === 'mouse' && clock.reach()}>
      {/* In the background no frames are drawn, so toasts would never fade out; the remaining ones are redrawn on
          return. */}
      {!isPageHidden && (
        <Primitive
          theme={theme}
          position={isTypedBelow ? 'top-center' : 'bottom-center'}
          containerAriaLabel="Notifications"
          expand
          gap={8}
          offset={{ bottom: 24 }}
          mobileOffset={{ top: 56, bottom: 24, left: 0, right: 0 }}
          toastOptions={{
            unstyled: true,
            classNames: {
              title: styles['title'] ?? '',
              description: styles['description'] ?? '',
              content: styles['content'] ?? '',
              actionButton: styles['action'] ?? '',
            },
          }}
        />
      )}
    </div>,
    document.body,
  )
}

function classNameOf({ kind }: ToastEntry): string {
  return classNames(styles['toast'], styles[kind])
}

function watchPage(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** On a phone, the field being typed into is at the bottom, where toasts would cover it. */
function isTypingOnPhone(): boolean {
  const isPhone = window.matchMedia('(max-width: 720px)').matches
  return isPhone && document.activeElement?.matches('input, textarea, [contenteditable="true"]') === true
}

function watchTyping(listener: () => void): () => void {
  const types = ['focusin', 'focusout', 'resize'] as const
  for (const type of types) window.addEventListener(type, listener)
  return () => {
    for (const type of types) window.removeEventListener(type, listener)
  }
}
