import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { useLayer } from '#app/hooks/use-layer.ts'
import { useReturnFocus } from '#app/hooks/use-return-focus.ts'
import styles from './surface.module.css'

type SurfaceProps = {
  readonly label: string
  /** The scope whose keys act while it is open. */
  readonly scope: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A frameless floating panel near the top of the window. Open while mounted. */
export function Surface({ label, scope, onClose, children }: SurfaceProps) {
  const { onEscapeKeyDown } = useLayer({ scope, blocks: 'everything', onClose })
  const onCloseAutoFocus = useReturnFocus(true)
  return (
    <Primitive.Root open onOpenChange={(next) => !next && onClose()}>
      <Primitive.Portal>
        <div className={styles['veil']}>
          <Primitive.Content
            className={styles['surface']}
            aria-modal="true"
            aria-describedby={undefined}
            onEscapeKeyDown={onEscapeKeyDown}
            onCloseAutoFocus={onCloseAutoFocus}
          >
            <Primitive.Title className="visually-hidden">{label}</Primitive.Title>
            {children}
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
