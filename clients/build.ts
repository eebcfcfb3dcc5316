// `node clients/build.ts [folder]`: packs the client downloads into dist/clients, without a network.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import { downloadZip } from 'client-zip'
import manifest from '../package.json' with { type: 'json' }

type File = { readonly name: string; readonly content: Buffer }

const here = import.meta.dirname
const outdir = path.resolve(process.argv[2] ?? path.join(here, '..', 'dist', 'clients'))
const { version } = manifest
// A fixed time, so that the same files make identical archives.
const at = new Date('2026-01-01T00:00:00Z')

/** Reads every file below a folder except tests and Python's caches. */
function readFiles(folder: string, into = ''): readonly File[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && !/__pycache__|\.test\.ts$|_test\.py$/.test(path.join(entry.parentPath, entry.name)),
    )
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted()
    .map((file) => ({ name: path.posix.join(into, path.relative(folder, file)), content: readFileSync(file) }))
}

async function packGzip(files: readonly File[]): Promise<Buffer> {
  const entries = files.map(({ name, content }) => ({
    header: { name, size: content.length, mtime: at, mode: name.endsWith('main.js') ? 0o755 : 0o644 },
    body: new Uint8Array(content),
  }))
  return gzipSync(await packTar(entries), { level: 9 })
}

async function packZip(files: readonly File[]): Promise<Buffer> {
  const entries = files.map(({ name, content }) => ({ name, input: new Uint8Array(content), lastModified: at }))
  return Buffer.from(await downloadZip(entries).arrayBuffer())
}

const metadata = `Metadata-Version: 2.1
Name: xsheet
Version: ${version}
Summary: ${manifest.description}: the Python package
License: ${manifest.license}
Requires-Python: >=3.9
Description-Content-Type: text/markdown

${readFileSync(path.join(here, 'python', 'README.md'), 'utf8')}`

const toBase64Url = (content: Buffer): string => createHash('sha256').update(content).digest('base64url')

/** Returns the wheel's metadata, without the record of its files. */
function describeWheel(): readonly File[] {
  const text = (name: string, content: string | Buffer): File => ({
    name: `xsheet-${version}.dist-info/${name}`,
    content: Buffer.from(content),
  })
  return [
    text('METADATA', metadata),
    text('WHEEL', 'Wheel-Version: 1.0\nGenerator: xsheet\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
    text('top_level.txt', 'xsheet\n'),
    text('LICENSE', readFileSync(path.join(here, '..', 'LICENSE'))),
  ]
}

/** Packs a wheel (PEP 427): the package, its metadata, and a record of every file. */
async function packWheel(files: readonly File[]): Promise<Buffer> {
  const all = [...files, ...describeWheel()]
  const record = `xsheet-${version}.dist-info/RECORD`
  const lines = all.map(({ name, content }) => `${name},sha256=${toBase64Url(content)},${content.length}\n`)
  return await packZip([...all, { name: record, content: Buffer.from(`${lines.join('')}${record},,\n`) }])
}

/**
 * Packs a source distribution that builds the same wheel by itself, so that pip needs neither setuptools nor a network.
 */
async function packSdist(files: readonly File[]): Promise<Buffer> {
  const read = (name: string): File => ({ name, content: readFileSync(path.join(here, 'python', name)) })
  const all = [
    ...files,
    ...describeWheel(),
    read('build_backend.py'),
    read('README.md'),
    { name: 'PKG-INFO', content: Buffer.from(metadata) },
    {
      name: 'pyproject.toml',
      content: Buffer.from('[build-system]\nrequires = []\nbuild-backend = "build_backend"\nbackend-path = ["."]\n'),
    },
  ]
  return await packGzip(all.map(({ name, content }) => ({ name: `xsheet-${version}/${name}`, content })))
}

/** Packs Blender's add-on with the Python package inside, as a ZIP to install from Blender's preferences. */
async function packBlender(python: readonly File[]): Promise<Buffer> {
  const folder = path.join(here, 'blender')
  const addon = readFiles(path.join(folder, 'xsheet_blender'), 'xsheet_blender')
  const told = `"version": (${version.split('.').join(', ')})`
  if (!addon.some(({ name, content }) => name === 'xsheet_blender/__init__.py' && content.includes(told)))
    throw new Error(`clients/blender/xsheet_blender/__init__.py does not say ${told}.`)
  return await packZip([
    ...addon,
    ...python.map(({ name, content }) => ({ name: `xsheet_blender/${name}`, content })),
    { name: 'xsheet_blender/LICENSE', content: readFileSync(path.join(folder, 'LICENSE')) },
    { name: 'xsheet_blender/xsheet/LICENSE', content: readFileSync(path.join(here, '..', 'LICENSE')) },
  ])
}

const scratch = mkdtempSync(path.join(tmpdir(), 'xsheet-clients-'))
try {
  const python = readFiles(path.join(here, 'python', 'xsheet'), 'xsheet')
  execFileSync(process.execPath, [path.join(here, '..', 'cli', 'build.ts'), path.join(scratch, 'cli')], {
    stdio: 'pipe',
  })
  const built: Record<string, Buffer> = {
    'studio-cli.tgz': await packGzip(readFiles(path.join(scratch, 'cli'), 'package')),
    [`xsheet-${version}-py3-none-any.whl`]: await packWheel(python),
    [`xsheet-${version}.tar.gz`]: await packSdist(python),
    [`xsheet-blender-${version}.zip`]: await packBlender(python),
  }
  const folder = path.join(scratch, 'out')
  mkdirSync(folder)
  for (const [name, content] of Object.entries(built)) writeFileSync(path.join(folder, name), content)
  cpSync(path.join(here, '..', 'docs', 'api', 'page.css'), path.join(folder, 'page.css'))
  writeFileSync(path.join(folder, 'index.html'), toIndex(built))
  rmSync(outdir, { recursive: true, force: true })
  mkdirSync(path.dirname(outdir), { recursive: true })
  try {
    renameSync(folder, outdir)
  } catch {
    // On another disk.
    cpSync(folder, outdir, { recursive: true })
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function toIndex(files: Readonly<Record<string, Buffer>>): string {
  const how: Readonly<Record<string, string>> = {
    tgz: 'The command line: npm install -g with the address of this file',
    whl: 'The Python package: pip install with the address of this file',
    gz: 'The Python package from source',
    zip: 'The add-on for Blender: Preferences, Add-ons, Install',
  }
  const rows = Object.entries(files).map(
    ([name, content]) =>
      `<tr><th scope="row"><a href="/clients/${name}">${name}</a></th><td>${how[name.split('.').at(-1) ?? ''] ?? ''}</td><td>${Math.ceil(content.length / 1024)} kB</td></tr>`,
  )
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>Xsheet: downloads for programs</title><link rel="stylesheet" href="/clients/page.css"></head>
<body><nav aria-label="Xsheet"><a class="home" href="/">Xsheet</a><a href="/docs/api">Reference</a></nav>
<main><h1>Downloads for programs</h1><p>Version ${version}, the same as this host’s.</p><table><tbody>${rows.join('')}</tbody></table></main></body>
</html>
`
}
