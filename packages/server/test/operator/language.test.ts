/** The language of a user of the cluster: kept by the console, for every browser that the user signs in with. */
import { existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { NAMESPACES } from '@cooperage/kube-client'
import { tempFolder, uniqueName } from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { startOperatorServer } from '../../src/index.ts'
import { builtWeb } from '../running-console.ts'
import { type Visitor, visitor } from '../visitor.ts'
import { withOperator } from './running-operator.ts'

const given = await withOperator()
const keep = (user: Visitor, language: string) => user.call('PUT', '/api/v1/account/language', { json: { language } })
const languageOf = async (user: Visitor) => ((await user.get('/api/v1/session')).json as { language: string }).language

/** A console with its own data folder, and the sign-in at it. */
async function startedConsole({ kubernetesUrl = new URL(given.proxy.url), prepare = (_folder: string) => {} } = {}) {
  const folder = tempFolder('operator')
  prepare(folder.path)
  const webRoot = builtWeb(folder.path)
  const log: string[] = []
  const start = () =>
    startOperatorServer({
      ...{ host: '127.0.0.1', port: 0, dataDir: folder.path, webRoot },
      ...{ kubernetesUrl, ownNamespace: 'default', log: (line) => log.push(line) },
    })
  let server = await start()
  onTestFinished(async () => {
    await server.close()
    folder.remove()
  })
  return {
    file: join(folder.path, 'console.sqlite'),
    log: () => log.join(''),
    async restart() {
      await server.close()
      server = await start()
    },
    async signedIn(jwt: string) {
      const user = visitor(server.url)
      expect((await user.call('POST', '/api/v1/login/operator', { json: { jwt } })).status).toBe(201)
      return user
    },
  }
}

test('an account has the language that it has chosen in another browser, and no other account has it', async () => {
  const namespace = uniqueName('team')
  await given.cluster.admin.create(NAMESPACES, { metadata: { name: namespace } })
  const one = await startedConsole()
  const token = await given.cluster.account(namespace, 'jane', [])
  const jane = await one.signedIn(token)
  expect(await languageOf(jane)).toBe('')
  expect(existsSync(one.file)).toBe(false)
  expect((await keep(jane, 'ja')).status).toBe(204)
  expect((await keep(jane, 'xx')).status).toBe(400)
  await one.restart()
  expect(await languageOf(await one.signedIn(token))).toBe('ja')
  expect(await languageOf(await one.signedIn(await given.cluster.account(namespace, 'joe', [])))).toBe('')
})

test('a data folder that can’t be written prevents neither the sign-in nor the choice', async () => {
  // A folder in the place of the database can't be opened, even by root.
  const one = await startedConsole({ prepare: (folder) => void mkdirSync(join(folder, 'console.sqlite')) })
  const admin = await one.signedIn(given.cluster.adminToken)
  expect((await keep(admin, 'de')).status).toBe(204)
  expect(await languageOf(admin)).toBe('')
  expect(one.log()).toContain('the choice of an account is not kept')
})

test('in a cluster that names nobody, the account is the subject of the token, if it has one', async () => {
  // As Kubernetes before 1.28.
  const cluster = createServer(({ url }, response) => {
    if (url !== '/apis/authentication.k8s.io/v1/selfsubjectreviews') return response.end('{}')
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"kind":"Status","reason":"NotFound"}')
  })
  await new Promise<void>((resolve) => cluster.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void cluster.close())
  const one = await startedConsole({
    kubernetesUrl: new URL(`http://127.0.0.1:${(cluster.address() as AddressInfo).port}`),
  })
  const tokenOf = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`
  const nameless = await one.signedIn('static-token')
  expect((await keep(nameless, 'fr')).status).toBe(204)
  expect(existsSync(one.file)).toBe(false)
  const jane = { sub: 'system:serviceaccount:team:jane' }
  await keep(await one.signedIn(tokenOf(jane)), 'ar')
  expect(await languageOf(await one.signedIn(tokenOf({ ...jane, jti: 'another' })))).toBe('ar')
  expect(await languageOf(nameless)).toBe('')
})
