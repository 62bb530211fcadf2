import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startChild, TEST_CERTIFICATES, tempFolder } from '@cooperage/testkit'
import { afterAll, expect, test } from 'vitest'
import { Site } from './cooperage.ts'

const ROOT = join(import.meta.dirname, '../../..')
const site = new Site()
const folder = tempFolder('health-check')
afterAll(async () => {
  await site.end()
  folder.remove()
})

/** Runs the health check of the Dockerfile on the site's data folder, and returns how it ended. */
function healthCheck(): Promise<number | NodeJS.Signals> {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  const command: string[] = JSON.parse(/^HEALTHCHECK .*CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '')
  const [, script = ''] = command
  const child = startChild(process.execPath, [script.replace('/app', ROOT)], { env: { COOPERAGE_DATA: site.dataDir } })
  return child.ended
}

test('the health check of the image follows port, TLS and host of the console, and fails without it', async () => {
  expect(await healthCheck()).toBe(1)
  const [{ cert, key }] = TEST_CERTIFICATES
  const [certFile, keyFile] = [join(folder.path, 'cert.pem'), join(folder.path, 'key.pem')]
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key)
  for (const env of [
    { COOPERAGE_HOST: '0.0.0.0' },
    { COOPERAGE_TLS_CERT: certFile, COOPERAGE_TLS_KEY: keyFile, COOPERAGE_HOST: '0.0.0.0' },
  ]) {
    const { child, url } = await site.start([], env)
    expect(new URL(url).port).not.toBe('9090')
    expect(new URL(url).protocol).toBe('COOPERAGE_TLS_CERT' in env ? 'https:' : 'http:')
    expect(await healthCheck()).toBe(0)
    await child.stop()
    expect(await healthCheck()).toBe(1)
  }
})
