import { createServer, type Socket } from 'node:net'

/** A received mail: its envelope addresses and its whole content. */
export type TakenMail = { from: string; to: string; content: string }

export type FakeSmtp = Awaited<ReturnType<typeof startFakeSmtp>>

/** A mail server (RFC 5321) that keeps what it receives; `refuse(true)` makes it refuse everything. */
export async function startFakeSmtp() {
  const mails: TakenMail[] = []
  let isRefusing = false
  const open = new Set<Socket>()

  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => open.delete(socket))
    let mail: TakenMail = { from: '', to: '', content: '' }
    let isContent = false
    let rest = ''
    socket.write('220 fake.example ESMTP\r\n')
    socket.on('data', (piece) => {
      rest += piece.toString()
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (isContent) {
          if (line !== '.') mail.content += `${line.replace(/^\.\./, '.')}\r\n`
          else {
            isContent = false
            mails.push(mail)
            socket.write('250 taken\r\n')
          }
        } else socket.write(answer(line))
      }
    })

    function answer(line: string): string {
      const address = /<(.*)>/.exec(line)?.[1] ?? ''
      if (/^MAIL FROM/i.test(line)) mail = { from: address, to: '', content: '' }
      if (/^RCPT TO/i.test(line)) mail.to = address
      if (/^RCPT TO/i.test(line) && isRefusing) return '451 later\r\n'
      isContent = /^DATA/i.test(line)
      return isContent ? '354 go on\r\n' : /^QUIT/i.test(line) ? '221 bye\r\n' : '250 fine\r\n'
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    refuse(isOn: boolean): void {
      isRefusing = isOn
    },
    async close(): Promise<void> {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
