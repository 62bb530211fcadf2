import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DirectoryConnection } from './connection.ts'
import { directorySettings } from './settings.ts'

/** It accepts connections, and says nothing. */
let listening: Server
let port: number
beforeAll(async () => {
  listening = createServer((socket) => socket.on('error', () => undefined))
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  port = (listening.address() as { port: number }).port
})
afterAll(() => listening.close())

const settings = (srv_record_name: string) =>
  directorySettings({ server_addr: 'example.org', srv_record_name, server_insecure: 'on' })
const record = (at: number, priority: number) => ({ name: '127.0.0.1', port: at, priority, weight: 0 })

test.each([
  ['ldap', '_ldap._tcp.example.org'],
  ['ldaps', '_ldaps._tcp.example.org'],
  ['on', 'example.org'],
])(
  'with srv_record_name=%s, the SRV record %s names the servers, which are tried by priority',
  async (service, wanted) => {
    const asked: string[] = []
    const checked: string[] = []
    const connection = await DirectoryConnection.open(settings(service), {
      checkHost: (host) => checked.push(host),
      lookupSrv: async (name) => {
        asked.push(name)
        // Nothing listens on port 1.
        return [record(port, 20), record(1, 10)]
      },
    })
    connection.close()
    expect([asked, checked]).toEqual([[wanted], ['127.0.0.1', '127.0.0.1']])
  },
)

test('explains a missing record, one without servers, and a name server that does not respond', async () => {
  const open = (lookupSrv: () => Promise<never[]>) =>
    DirectoryConnection.open(settings('ldap'), { lookupSrv, deadlineMs: 20 })
  const missing = Object.assign(new Error('querySrv ENOTFOUND _ldap._tcp.example.org'), { code: 'ENOTFOUND' })
  await expect(open(() => Promise.reject(missing))).rejects.toThrow(
    'DNS SRV Record lookup error: lookup _ldap._tcp.example.org: no such host',
  )
  await expect(open(async () => [])).rejects.toThrow('lookup example.org: no such host')
  await expect(open(() => new Promise(() => undefined))).rejects.toThrow('lookup _ldap._tcp.example.org: i/o timeout')
})
