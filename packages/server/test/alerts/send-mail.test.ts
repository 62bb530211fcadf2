import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import { type AlertChannelSettings, alertChannelSettings } from '@cooperage/contract'
import { TEST_CERTIFICATES } from '@cooperage/testkit'
import { afterEach, expect, test } from 'vitest'
import { testNotice } from '../../src/alerts/notice.ts'
import { sendMail } from '../../src/alerts/send-mail.ts'
import { OutboundGuard } from '../../src/shared/outbound-guard.ts'

const guard = new OutboundGuard({ allowsLoopback: true, allowsShared: true })
const NEVER = new AbortController().signal
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A mail server that says yes to everything, except to what `refused` begins. */
async function mailServer({ refused = 'nothing', features = [] as string[], isSecure = false } = {}) {
  const lines: string[] = []
  const [certificate] = TEST_CERTIFICATES
  const talk = (socket: Socket, greets: boolean) => {
    let isInMessage = false
    let rest = ''
    const say = (text: string) => void socket.write(`${text}\r\n`)
    socket.on('error', () => {})
    if (greets) say('220 mail.example')
    const reply = (line: string) => {
      lines.push(line)
      if (isInMessage) {
        if (line !== '.') return
        isInMessage = false
        return say('250 queued')
      }
      if (line.startsWith(refused)) return say('550 no')
      if (line.startsWith('EHLO'))
        return say(['250-mail.example', ...features.map((one) => `250-${one}`), '250 SIZE'].join('\r\n'))
      if (line === 'STARTTLS') {
        say('220 go on')
        socket.removeAllListeners('data')
        return talk(new TLSSocket(socket, { isServer: true, ...certificate }), false)
      }
      if (line === 'DATA') {
        isInMessage = true
        return say('354 go on')
      }
      say('250 ok')
    }
    socket.setEncoding('utf8').on('data', (piece: string) => {
      const found = (rest + piece).split('\r\n')
      rest = found.pop() ?? ''
      for (const line of found) reply(line)
    })
  }
  const server = isSecure
    ? createTlsServer(certificate, (socket) => talk(socket, true)).on('tlsClientError', () => {})
    : createServer((socket) => talk(socket, true))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { lines, port: (server.address() as AddressInfo).port }
}

const settingsFor = (port: number, change: Partial<AlertChannelSettings> = {}) =>
  alertChannelSettings.parse({
    name: 'mail',
    kind: 'email',
    host: '127.0.0.1',
    port,
    security: 'none',
    from: 'cooperage@example.com',
    to: ['ada@example.com', 'bob@example.com'],
    ...change,
  })
const send = (settings: AlertChannelSettings, signal = NEVER) =>
  sendMail(settings, testNotice('berlin'), guard.sockets(), signal)

test('sends a message to every recipient', async () => {
  const { lines, port } = await mailServer()
  expect(await send(settingsFor(port))).toEqual({ isDelivered: true, problem: undefined })
  expect(lines.filter((line) => /^(MAIL|RCPT)/.test(line))).toEqual([
    'MAIL FROM:<cooperage@example.com>',
    'RCPT TO:<ada@example.com>',
    'RCPT TO:<bob@example.com>',
  ])
  const body = lines.slice(lines.indexOf('') + 1, lines.indexOf('.')).join('')
  expect(Buffer.from(body, 'base64').toString()).toContain('This is a test message from Cooperage.')
})

test('says why a message was not accepted', async () => {
  const refusing = await mailServer({ refused: 'MAIL' })
  expect((await send(settingsFor(refusing.port))).problem?.text).toBe(
    'The SMTP server refuses the message (status 550).',
  )
  const plain = await mailServer({ refused: 'STARTTLS' })
  expect((await send(settingsFor(plain.port, { security: 'starttls' }))).problem?.text).toBe(
    'The SMTP server doesn’t offer TLS (STARTTLS).',
  )
  const locked = await mailServer({ refused: 'AUTH', features: ['AUTH PLAIN'] })
  expect((await send(settingsFor(locked.port, { user: 'ada', password: 'x' }))).problem?.text).toBe(
    'The SMTP server refuses the user name or the password.',
  )
  expect((await send(settingsFor(1))).problem?.text).toBe('Nothing listens there.')
})

test('a recipient that is refused is reported, and the others get the message once', async () => {
  const one = await mailServer({ refused: 'RCPT TO:<bob' })
  expect(await send(settingsFor(one.port))).toMatchObject({
    isDelivered: true,
    problem: { text: 'The SMTP server refuses a recipient (status 550). The others got the message.' },
  })
  expect(one.lines).toContain('DATA')
  const all = await mailServer({ refused: 'RCPT' })
  expect(await send(settingsFor(all.port))).toMatchObject({
    isDelivered: false,
    problem: { text: 'The SMTP server refuses the message (status 550).' },
  })
})

test.each(['tls', 'starttls'] as const)(
  'a certificate that isn’t trusted is reported as such (%s)',
  async (security) => {
    const { lines, port } = await mailServer({ isSecure: security === 'tls' })
    expect(await send(settingsFor(port, { security, host: 'localhost' }))).toMatchObject({
      isDelivered: false,
      problem: {
        text: `The console doesn’t trust the certificate of localhost:${port}: self-signed certificate. Set COOPERAGE_CA_FILE to a file with the certificates of its authority, and restart the console.`,
      },
    })
    expect(lines.filter((line) => /^MAIL/.test(line))).toEqual([])
  },
)

test('never connects to where the console may not, whatever the name resolves to', async () => {
  const { lines, port } = await mailServer()
  const strict = new OutboundGuard({
    allowsLoopback: false,
    allowsShared: true,
    resolve: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
  })
  const settings = settingsFor(port, { host: 'mail.example.com' })
  const { problem } = await sendMail(settings, testNotice('berlin'), strict.sockets(), NEVER)
  expect([problem?.text, lines]).toEqual([expect.stringContaining('doesn’t connect to mail.example.com'), []])
})

test('a silent server is left', async () => {
  const server = createServer(() => {})
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = new AbortController()
  const sent = send(settingsFor(port), stop.signal)
  server.once('connection', () => stop.abort())
  expect((await sent).problem?.text).toBe("It didn't respond in time.")
})
