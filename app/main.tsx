import '#app/styles/layers.css'
import '#app/styles/reset.css'
import '#app/styles/tokens.css'
import '#app/styles/fonts.css'
import '#app/styles/base.css'
import { createRoot } from 'react-dom/client'
import { assert } from '#core/lib/assert.ts'
import { earlyKeys } from '#app/commands/early-keys.ts'
import { ensureRandomIds } from '#app/platform/random-ids.ts'
import { fetchAhead } from '#app/shell/fetch-ahead.ts'
import { Root } from '#app/shell/root.tsx'
import { hasTokens } from '#app/shell/session/kept-session.ts'
import { startSession } from '#app/shell/session/start-session.ts'
import { installPrompt } from '#app/shell/install-prompt.ts'

const container = document.querySelector('#root')
assert(container !== null, 'index.html has an element with the id root')
ensureRandomIds()
installPrompt.listen()
earlyKeys.listen()
startSession()
createRoot(container).render(<Root />)
if (hasTokens()) fetchAhead(location.pathname)
