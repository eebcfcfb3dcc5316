import { notices } from '#core/lib/messages.ts'
import { defineWith } from '#app/commands/define-command.ts'
import { historyAct, announceDone } from '#app/commands/announce-done.ts'
import { undoStack } from '#app/commands/undo-stack.ts'
import { findRoute } from '#app/routes.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { showToast } from '#app/stores/toast-store.ts'
import {
  closePalette,
  openPalette,
  setShortcutSheetOpen,
  toggleTheme,
  toggleViewMode,
  uiStore,
} from '#app/stores/ui-store.ts'
import { copyText } from '#app/lib/copy-text.ts'

const define = defineWith({ group: 'General', scope: 'global' })

/** Commands available on every screen. */
export const shellCommands = [
  define({
    id: 'palette.toggle',
    title: 'Search or run a command',
    scope: 'everywhere',
    keys: ['mod+k', 'mod+alt+k'],
    isKeyOnly: true,
    run: () => (uiStore.palette === undefined ? openPalette() : closePalette()),
  }),
  define({
    id: 'palette.commands',
    title: 'Run a command',
    scope: 'everywhere',
    keys: ['mod+shift+k'],
    isKeyOnly: true,
    run: () => openPalette({ mode: 'commands' }),
  }),
  define({
    id: 'palette.search',
    title: 'Search',
    keys: ['/'],
    isKeyOnly: true,
    run: () => openPalette(),
  }),
  define({
    id: 'help.shortcuts',
    title: 'Keyboard shortcuts',
    keys: ['?'],
    keywords: ['help', 'keys', 'hotkeys'],
    run: () => setShortcutSheetOpen(true),
  }),
  define({
    id: 'layer.close',
    title: 'Close',
    scope: 'everywhere',
    keys: ['escape'],
    isKeyOnly: true,
    when: () => layerStack.layers().some((layer) => layer.close !== undefined),
    run: () => void layerStack.closeTop(),
  }),
  define({
    id: 'history.undo',
    title: 'Undo',
    keys: ['mod+z'],
    // In a text field the key belongs to the browser's own undo. A button's does not: a dialog's field may keep the
    // focus.
    when: ({ source }) => undoStack.canUndo() && (source === 'control' || !isTyping()),
    run: async () => announce('Undone', await undoStack.undo()),
  }),
  define({
    id: 'history.redo',
    title: 'Redo',
    keys: ['mod+shift+z'],
    when: () => undoStack.canRedo() && !isTyping(),
    run: async () => announce('Redone', await undoStack.redo()),
  }),
  define({
    id: 'link.copy',
    title: 'Copy link to this page',
    keys: ['mod+.', 'y'],
    keywords: ['url', 'address', 'share'],
    run: async () => {
      await copyText(location.href)
      showToast({ kind: 'success', text: notices.linkCopied.text, durationMs: notices.linkCopied.milliseconds })
    },
  }),
  define({
    id: 'view.theme',
    title: 'Switch between dark and light',
    group: 'View',
    keys: ['shift+t'],
    keywords: ['theme', 'mode', 'appearance'],
    run: toggleTheme,
  }),
  define({
    id: 'view.density',
    title: 'Switch between compact and wide',
    group: 'View',
    keys: ['v'],
    keywords: ['density', 'cards'],
    // Only these pages have two sizes of cards or rows.
    when: ({ path }) =>
      ['projects', 'project', 'space', 'illustration', 'timeline'].includes(findRoute(path)?.name ?? ''),
    run: ({ path }) => toggleViewMode(findRoute(path)?.params['projectSlug'] === undefined ? 'studio' : 'project'),
  }),
]

function announce(what: string, label: string | undefined): void {
  if (label !== undefined) announceDone({ text: `${what}: ${label}`, act: historyAct })
}

function isTyping(): boolean {
  return document.activeElement?.matches('input,textarea,[contenteditable]') ?? false
}
