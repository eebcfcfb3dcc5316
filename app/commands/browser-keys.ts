// Kept by the browser whatever a page does, or worth more to people than a shortcut of ours.
const kept = ['n', 't', 'w', 'shift+n', 'shift+t', 'shift+w', 'tab', 'q', 'm', 'p', 'f', 'l', 'r', 'j', 'h']
const keptByBrowser = new Set([...kept.map((key) => `mod+${key}`), 'alt+left', 'alt+right', 'f5', 'f11', 'f12'])

/** Tells whether the browser needs a chord for itself, or a keyboard layout to write with: Ctrl and Alt are AltGr. */
export function isBrowserKey(chord: string): boolean {
  return keptByBrowser.has(chord) || /^mod\+alt\+.$/.test(chord)
}
