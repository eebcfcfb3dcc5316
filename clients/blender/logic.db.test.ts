// Tests the parts of the add-on that do not need Blender, in plain Python.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const here = import.meta.dirname
const env = { PATH: process.env['PATH'] ?? '', PYTHONDONTWRITEBYTECODE: '1' }

test('naming, frames, notes, cut, sign-in and hooks work in plain Python', async () => {
  const args = ['-m', 'unittest', 'discover', '-s', path.join(here, 'tests'), '-p', 'test_*.py']
  const { stderr } = await run('python3', args, { env })

  expect(stderr).toMatch(/\nRan \d\d tests in .*\n\nOK\n$/)
})

test('only drawing and scene code imports Blender, and every file names its licence', async () => {
  const check = `
import ast, pathlib, sys
bpy = set()
for file in sorted(pathlib.Path(${JSON.stringify(path.join(here, 'xsheet_blender'))}).glob("*.py")):
    text = file.read_text()
    if not text.startswith("# SPDX-License-Identifier: GPL-3.0-or-later\\n"): print(file.name, "says no licence")
    for node in ast.walk(ast.parse(text, str(file), feature_version=(3, 9))):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module] if isinstance(node, ast.ImportFrom) and not node.level else []
        for name in names:
            root = name.split(".")[0]
            if root in ("bpy", "bpy_extras", "gpu", "gpu_extras", "blf", "addon_utils"): bpy.add(file.stem)
            elif root not in sys.stdlib_module_names: print(file.name, "imports", name)
        if isinstance(node, ast.FunctionDef):
            bare = [a.arg for a in node.args.args + node.args.kwonlyargs if a.annotation is None and a.arg not in ("self", "cls")]
            if bare or node.returns is None: print(file.name, node.name, "is not typed")
print(*sorted(bpy))
`
  const { stdout } = await run('python3', ['-c', check], { env })

  expect(stdout).toBe('addon cut_operators operators overlay panels playblast sequencer session\n')
})
