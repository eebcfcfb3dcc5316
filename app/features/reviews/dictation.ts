import { showToast } from '#app/stores/toast-store.ts'

/** The speech recognition that some browsers offer; TypeScript has no types for it yet. */
type Recognition = {
  lang: string
  continuous: boolean
  onresult: ((event: { readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }>> }) => void) | null
  onerror: (() => void) | null
  onend: (() => void) | null
  start: () => void
  stop: () => void
}

let running: Recognition | undefined

function findRecognition(): (new () => Recognition) | undefined {
  const known: unknown =
    Reflect.get(globalThis, 'SpeechRecognition') ?? Reflect.get(globalThis, 'webkitSpeechRecognition')
  // Only browsers with dictation have either.
  return typeof known === 'function' ? (known as new () => Recognition) : undefined
}

/** Returns whether this browser can take dictation. */
export function canDictate(): boolean {
  return findRecognition() !== undefined
}

/** Listens until the person stops speaking, or until called again, and passes on each sentence. */
export function dictate(onSentence: (heard: string) => void): void {
  const Known = findRecognition()
  if (running !== undefined) return running.stop()
  if (Known === undefined) return
  const next = new Known()
  running = next
  next.lang = document.documentElement.lang || navigator.language
  next.continuous = false
  next.onresult = ({ results }) => {
    const heard = Array.from(results, (result) => result[0]?.transcript ?? '')
      .join(' ')
      .trim()
    if (heard !== '') onSentence(heard)
  }
  next.onerror = () =>
    showToast({ kind: 'error', text: 'Nothing was heard. The browser may need permission to use the microphone.' })
  next.onend = () => {
    running = undefined
  }
  next.start()
  showToast({ text: 'Listening…' })
}
