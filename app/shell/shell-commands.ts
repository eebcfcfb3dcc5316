import { notices } from '#core/lib/messages.ts'
import { defineCommand } from '#app/commands/define-command.ts'
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

/** Commands available on every screen. */
export const shellCommands = [
  defineCommand({
    id: 'palette.toggle',
    title: 'Search or run a command',
    group: 'General',
    scope: 'everywhere',
    keys: ['mod+k', 'mod+alt+k'],
    isKeyOnly: true,
    run: () => (uiStore.palette === undefined ? openPalette() : closePalette()),
  }),
  defineCommand({
    id: 'palette.commands',
    title: 'Run a command',
    group: 'General',
    scope: 'everywhere',
    keys: ['mod+shift+k'],
    isKeyOnly: true,
    run: () => openPalette({ mode: 'commands' }),
  }),
  defineCommand({
    id: 'palette.search',
    title: 'Search',
    group: 'General',
    scope: 'global',
    keys: ['/'],
    isKeyOnly: true,
    run: () => openPalette(),
  }),
  defineCommand({
    id: 'help.shortcuts',
    title: 'Keyboard shortcuts',
    group: 'General',
    scope: 'global',
    keys: ['?'],
    keywords: ['help', 'keys', 'hotkeys'],
    run: () => setShortcutSheetOpen(true),
  }),
  defineCommand({
    id: 'layer.close',
    title: 'Close',
    group: 'General',
    scope: 'everywhere',
    keys: ['escape'],
    isKeyOnly: true,
    when: () => layerStack.layers().some((layer) => layer.close !== undefined),
    run: () => void layerStack.closeTop(),
  }),
  defineCommand({
    id: 'history.undo',
    title: 'Undo',
    group: 'General',
    scope: 'global',
    keys: ['mod+z'],
    // In a text field the key belongs to the browser's own undo. A button's does not: a dialog's field may keep the
    // focus.
    when: ({ source }) => undoStack.canUndo() && (source === 'control' || !isTyping()),
    run: async () => announce('Undone', await undoStack.undo()),
  }),
  defineCommand({
    id: 'history.redo',
    title: 'Redo',
    group: 'General',
    scope: 'global',
    keys: ['mod+shift+z'],
    when: () => undoStack.canRedo() && !isTyping(),
    run: async () => announce('Redone', await undoStack.redo()),
  }),
  defineCommand({
    id: 'link.copy',
    title: 'Copy link to this page',
    group: 'General',
    scope: 'global',
    keys: ['mod+.', 'y'],
    keywords: ['url', 'address', 'share'],
    run: async () => {
      await copyText(location.href)
      showToast({ kind: 'success', text: notices.linkCopied.text, durationMs: notices.linkCopied.milliseconds })
    },
  }),
  defineCommand({
    id: 'view.theme',
    title: 'Switch between dark and light',
    group: 'View',
    scope: 'global',
    keys: ['shift+t'],
    keywords: ['theme', 'mode', 'appearance'],
    run: toggleTheme,
  }),
  defineCommand({
    id: 'view.density',
    title: 'Switch between compact and wide',
    group: 'View',
    scope: 'global',
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
