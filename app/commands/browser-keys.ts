// Keys browsers do not let pages override, or whose browser function people need more than a shortcut of ours.
const kept = ['n', 't', 'w', 'shift+n', 'shift+t', 'shift+w', 'tab', 'q', 'm', 'p', 'f', 'l', 'r', 'j', 'h']
const keptByBrowser = new Set([...kept.map((key) => `mod+${key}`), 'alt+left', 'alt+right', 'f5', 'f11', 'f12'])

/** Tells whether a chord belongs to the browser, or is needed to type on some keyboard layouts: Ctrl+Alt is AltGr. */
export function isBrowserKey(chord: string): boolean {
  return keptByBrowser.has(chord) || /^mod\+alt\+.$/.test(chord)
}
