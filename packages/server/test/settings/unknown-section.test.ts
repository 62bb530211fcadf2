/** A section that isn't built into this console: everything comes from the help of the server. */
import { encryptAdminPayload } from '@cooperage/wire'
import { expect, onTestFinished, test } from 'vitest'
import { startConsole } from '../running-console.ts'
import { accountDocument, scriptedStorage, stsKeys } from '../scripted-storage.ts'
import { visitor } from '../visitor.ts'

/** The secret key of {@link stsKeys}, with which the server encrypts. */
const SECRET = 'temp-secret'
const POLICY = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: ['admin:*', 's3:*'] }] }
const SECTION = { key: 'teleport', description: 'send objects elsewhere', optional: false, multipleTargets: true }
const HELP = {
  subSys: SECTION.key,
  description: SECTION.description,
  multipleTargets: true,
  keysHelp: [
    { key: 'enable', type: 'on|off', description: 'switch', optional: false, multipleTargets: false },
    { key: 'gate', type: 'spline', description: 'where to', optional: false, multipleTargets: false },
    { key: 'gate_password', type: 'string', description: 'for the gate', optional: true, multipleTargets: false },
    { key: 'speeds', type: 'csv', description: 'comma separated speeds', optional: true, multipleTargets: false },
  ],
}

test('a section that only the server has is listed, shown and changed by the keys of its help', async () => {
  const responses: Record<string, (query: URLSearchParams) => string | Promise<Uint8Array>> = {
    accountinfo: () => accountDocument(POLICY),
    info: () => JSON.stringify({ mode: 'online', servers: [{ uptime: 60 }] }),
    'help-config-kv': (query) => JSON.stringify(query.get('subSys') === '' ? { keysHelp: [SECTION] } : HELP),
    'get-config-kv': () =>
      sealed('teleport enable=off gate= gate_password= speeds= \nteleport:a gate=north speeds=1,2 \n'),
    'set-config-kv': () => '',
    'list-config-history-kv': () => sealed('[]'),
  }
  const storage = await scriptedStorage(async ({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://storage')
    const call = pathname.split('/').at(-1) ?? ''
    if (call === '') return response.end(stsKeys())
    response.end(await responses[call]?.(searchParams))
  })
  onTestFinished(storage.stop)
  const server = await startConsole(storage.url)
  onTestFinished(server.stop)
  const admin = visitor(server.url)
  expect((await admin.signIn({ accessKey: 'alice', secretKey: 'alice-secret' })).status).toBe(201)

  expect((await admin.get('/api/v1/configs')).json).toEqual({
    configurations: [{ key: 'teleport', description: 'send objects elsewhere', hasTargets: true }],
    total: 1,
  })
  const { json } = await admin.get('/api/v1/configs/teleport/details')
  expect(json).toMatchObject({
    description: 'send objects elsewhere',
    targets: [
      { target: '', enabled: false },
      {
        target: 'a',
        enabled: true,
        keys: [
          { key: 'enable', type: 'on|off', value: 'on' },
          { key: 'gate', type: 'spline', description: 'where to', required: true, value: 'north', source: 'stored' },
          { key: 'gate_password', required: false, secret: true, value: '' },
          { key: 'speeds', type: 'csv', value: '1,2' },
        ],
      },
    ],
    blank: [{ key: 'enable', value: 'on' }, { key: 'gate', value: '' }, { key: 'gate_password' }, { key: 'speeds' }],
  })
  const saved = await admin.call('PUT', '/api/v1/configs/teleport:a', {
    json: { key_values: [{ key: 'gate', value: 'far south' }] },
  })
  expect([saved.status, saved.json]).toEqual([200, { restart: true }])
  const unknown = { key_values: [{ key: 'speed', value: '1' }] }
  expect((await admin.call('PUT', '/api/v1/configs/teleport:a', { json: unknown })).json).toMatchObject({
    key: 'speed',
  })
})

function sealed(text: string): Promise<Uint8Array> {
  return encryptAdminPayload(SECRET, Buffer.from(text), { algorithm: 2 })
}
