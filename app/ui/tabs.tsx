import { Tabs as Primitive } from 'radix-ui'
import { useEffect, useRef, type ReactNode } from 'react'
import styles from './tabs.module.css'

type TabsProps<Value extends string> = {
  readonly label: string
  readonly value: Value
  readonly tabs: readonly { readonly value: Value; readonly label: string; readonly mark?: ReactNode }[]
  readonly onChange: (value: Value) => void
  /** The open tab's panel. */
  readonly children: ReactNode
}

export function Tabs<Value extends string>({ label, value, tabs, onChange, children }: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  // A tab opened by a command may be outside a narrow window's edge.
  useEffect(() => {
    if (list.current !== null) showActive(list.current)
  }, [value])
  return (
    <Primitive.Root
      className={styles['tabs']}
      value={value}
      onValueChange={(next) => {
        const tab = tabs.find((candidate) => candidate.value === next)
        if (tab !== undefined) onChange(tab.value)
      }}
    >
      <Primitive.List ref={list} className={styles['list']} aria-label={label}>
        {tabs.map((tab) => (
          <Primitive.Trigger key={tab.value} className={styles['tab']} value={tab.value}>
            {tab.mark}
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      <Primitive.Content className={styles['panel']} value={value}>
        {children}
      </Primitive.Content>
    </Primitive.Root>
  )
}

function showActive(list: HTMLElement): void {
  const [seen, tab] = [list, list.querySelector('[data-state=active]')].map((part) => part?.getBoundingClientRect())
  if (seen === undefined || tab === undefined) return
  if (tab.left < seen.left) list.scrollLeft -= seen.left - tab.left
  else if (tab.right > seen.right) list.scrollLeft += tab.right - seen.right
}
