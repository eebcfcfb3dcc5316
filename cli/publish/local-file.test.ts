import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { messages } from '#core/lib/messages.ts'
import { readLocalFile } from './local-file.ts'

const scratch = mkdtempSync(path.join(tmpdir(), 'xsheet-file-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

function write(name: string, content: Uint8Array): string {
  const file = path.join(scratch, name)
  writeFileSync(file, content)
  return file
}

// Smaller than a piece, exactly one, and two with a remainder.
test.each([20, 1 << 20, 2 * (1 << 20) + 7])(
  'a film of %d bytes is identified by its content and sent unchanged',
  async (size) => {
    const content = Buffer.alloc(size, 'film')
    content.set([0, 0, 0, 24, ...Buffer.from('ftypmp42')])
    const file = await readLocalFile(write('pass.mp4', content))

    expect(file).toMatchObject({ name: 'pass.mp4', sizeBytes: size, contentType: 'video/mp4' })
    expect(file.sha256).toBe(createHash('sha256').update(content).digest('hex'))
    expect(Buffer.from(await file.body.arrayBuffer()).equals(content)).toBe(true)
  },
)

test('films and pictures have metadata, other files have none', async () => {
  const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x07\x80\0\0\x04\x38', 'latin1')
  const film = path.join(import.meta.dirname, '../../e2e/clips/drop-frame.mov')

  expect((await readLocalFile(write('still.png', png))).facts).toEqual({ width: 1920, height: 1080 })
  expect((await readLocalFile(film)).facts).toMatchObject({ frameRate: '30000/1001', startTimecode: '00:59:58;12' })
  expect((await readLocalFile(write('scene.blend', Buffer.from('BLENDER')))).facts).toEqual({})
})

test('a file that is missing, empty, a folder, or not what its name says is refused by name', async () => {
  await expect(readLocalFile(path.join(scratch, 'lost.mp4'))).rejects.toThrow('lost.mp4 does not exist')
  await expect(readLocalFile(write('empty.mp4', Buffer.alloc(0)))).rejects.toThrow('empty.mp4 is empty')
  await expect(readLocalFile(scratch)).rejects.toThrow('is not a file')
  await expect(readLocalFile(write('film.mp4', Buffer.from('<script>alert(1)</script>')))).rejects.toThrow(
    messages['file-kind-refused']('film.mp4'),
  )
})
