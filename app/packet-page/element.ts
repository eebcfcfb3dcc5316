type Attributes = Readonly<Record<string, string | boolean | undefined>>
type Child = Node | string | undefined

/** Creates an element with attributes and children; `false` and undefined omit an attribute. */
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

/** Creates a button with its action. */
export function button(words: Child, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const element = el('button', { type: 'button', ...attributes }, words)
  element.addEventListener('click', (event) => {
    act()
    // After a pointer click the page gets the keys back; keyboard users keep their focus.
    if (event.detail > 0) element.blur()
  })
  return element
}

/** Returns the element with an id; throws if the page has none of that type. */
export function find<Kind extends Element>(id: string, kind: new () => Kind): Kind {
  const element = document.querySelector(`#${id}`)
  if (!(element instanceof kind)) throw new Error(`The page has no ${id}`)
  return element
}
