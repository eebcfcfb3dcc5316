import { spawn } from 'node:child_process'

/** Opens an address in the browser, if there is one; it has been printed in any case. */
export function openAddress(address: string): void {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open']
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler']
        : ['xdg-open']
  const opener = spawn(program ?? 'xdg-open', [...args, address], { stdio: 'ignore', detached: true })
  opener.on('error', () => {})
  opener.unref()
}
