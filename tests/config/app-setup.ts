import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Stubs what jsdom lacks because it has no layout. Tests about size or scrolling belong in e2e.
class NoLayout implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

globalThis.ResizeObserver ??= NoLayout
if (!('scrollIntoView' in Element.prototype)) Object.assign(Element.prototype, { scrollIntoView: () => undefined })
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), { media, matches: false, onchange: null, addListener() {}, removeListener() {} })

afterEach(cleanup)
// Only a deadline: a busy machine may need more than the default second.
configure({ asyncUtilTimeout: 30_000 })
