type Attributes = Readonly<Record<string, string | boolean | undefined>>
type Child = Node | string | undefined

/** An element with attributes and children; `false` and undefined leave an attribute out. */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    element.setAttribute(attribute, value === true ? '' : value)
  }
  element.append(...children.filter((child) => child !== undefined))
  return element
}

/** A button with what it does. */
export function button(words: Child, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const element = el('button', { type: 'button', ...attributes }, words)
  element.addEventListener('click', (event) => {
    act()
    // A pointer leaves the keys to the page; whoever came by keyboard stays where they are.
    if (event.detail > 0) element.blur()
  })
  return element
}

/** The one element of the page with an id. */
export function find<Kind extends Element>(id: string, kind: new () => Kind): Kind {
  const element = document.querySelector(`#${id}`)
  if (!(element instanceof kind)) throw new Error(`The page has no ${id}`)
  return element
}
