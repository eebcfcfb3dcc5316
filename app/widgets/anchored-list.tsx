import { Popover as Primitive } from 'radix-ui'
import { useRef } from 'react'
import { useLayer } from '#app/hooks/use-layer.ts'
import { useReturnFocus } from '#app/hooks/use-return-focus.ts'
import floating from '#app/ui/floating.module.css'
import { OptionList, type Option } from '#app/ui/option-list.tsx'

type AnchoredListProps<Value extends string> = {
  readonly label: string
  readonly options: readonly Option<Value>[]
  readonly selected: readonly Value[]
  /** The element it opens at; without one, it opens in the middle of the window. */
  readonly findAnchor: () => Element | null
  readonly onPick: (value: Value) => void
  readonly onClose: () => void
}

/** A list opened at an element that is not a button, such as a cell. Typing searches; open while mounted. */
export function AnchoredList<Value extends string>(props: AnchoredListProps<Value>) {
  const { label, options, selected, findAnchor, onPick, onClose } = props
  const { onEscapeKeyDown } = useLayer({ scope: 'dialog', blocks: 'everything', onClose })
  const onCloseAutoFocus = useReturnFocus(true)
  const anchor = useRef({ getBoundingClientRect: () => findAnchor()?.getBoundingClientRect() ?? middleOfWindow() })
  return (
    <Primitive.Root open onOpenChange={(next) => !next && onClose()}>
      <Primitive.Anchor virtualRef={anchor} />
      <Primitive.Portal>
        <Primitive.Content
          className={floating['floating']}
          aria-label={label}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onEscapeKeyDown={onEscapeKeyDown}
          onCloseAutoFocus={onCloseAutoFocus}
        >
          <OptionList label={label} options={options} selected={selected} isSearchable onPick={onPick} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

function middleOfWindow(): DOMRect {
  return new DOMRect(window.innerWidth / 2 - 140, window.innerHeight / 3, 0, 0)
}
