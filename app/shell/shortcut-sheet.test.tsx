import { render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { defineCommand, type CommandId } from '#app/commands/define-command.ts'
import { registry } from '#app/commands/registry.ts'
import type { Scope } from '#app/commands/scopes.ts'
import { LayerStackContext } from '#app/hooks/use-layer.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { ShortcutSheet } from './shortcut-sheet.tsx'

const undo: (() => void)[] = []
afterEach(() => undo.splice(0).forEach((each) => each()))

const aCommand = (id: CommandId, group: string, scope: Scope) =>
  defineCommand({ id, title: id, group, scope, keys: [id.slice(0, 1)], run: () => undefined })

test("the active screen's keys come first, global keys last", () => {
  undo.push(
    registry.register([
      aCommand('go.somewhere', 'Go to', 'global'),
      aCommand('grid.something', 'Grid', 'grid'),
      aCommand('canvas.something', 'Canvas', 'canvas'),
    ]),
    layerStack.push({ scope: 'canvas', blocks: 'nothing' }),
  )

  render(
    <LayerStackContext value={layerStack}>
      <ShortcutSheet />
    </LayerStackContext>,
  )

  expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'Canvas',
    'Grid',
    'Go to',
  ])
})
