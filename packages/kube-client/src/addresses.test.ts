import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inClusterServer, KubeConfigError, readKubeConfig } from './addresses.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cooperage-kube-config-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const CONFIG = `
apiVersion: v1
kind: Config
current-context: home
clusters:
- name: one
  cluster:
    server: https://one.example:6443
    certificate-authority: one.crt
- name: two
  cluster: { server: "https://two.example:6443/k8s", certificate-authority-data: ${btoa('inline CA')}, tls-server-name: two }
- name: open
  cluster: { server: "https://open.example", insecure-skip-tls-verify: true }
users:
- name: me
  user: { token: "a.b.c" }
- name: file
  user: { tokenFile: token.txt }
- name: program
  user: { exec: { command: login } }
contexts:
- { name: home, context: { cluster: one, user: me } }
- { name: away, context: { cluster: two, user: file } }
- { name: plugin, context: { cluster: one, user: program } }
- { name: open, context: { cluster: open, user: me } }
- { name: broken, context: { cluster: none, user: me } }
`

test('reads address, certificates and token of the current context or a named one from a kubeconfig', async () => {
  const path = write('config', CONFIG)
  write('one.crt', 'CA in a file')
  write('token.txt', 'from a file\n')
  expect(await readKubeConfig(path)).toEqual({
    server: { url: new URL('https://one.example:6443'), ca: 'CA in a file' },
    token: 'a.b.c',
  })
  expect(await readKubeConfig(path, 'away')).toEqual({
    server: { url: new URL('https://two.example:6443/k8s'), ca: 'inline CA', serverName: 'two' },
    token: 'from a file',
  })
  expect(await readKubeConfig(path, 'plugin')).not.toHaveProperty('token')
})

test('says why a kubeconfig can’t be used, without quoting secrets', async () => {
  const path = write('config', CONFIG)
  await expect(readKubeConfig(path, 'open')).rejects.toThrow('insecure-skip-tls-verify')
  await expect(readKubeConfig(path, 'broken')).rejects.toThrow(`${path} has no cluster named "none".`)
  await expect(readKubeConfig(path, 'unknown')).rejects.toThrow('has no context named "unknown"')
  const damaged = write('damaged', 'users: [{ token: very-secret')
  const failure = await readKubeConfig(damaged).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(KubeConfigError)
  expect(String(failure)).not.toContain('very-secret')
  const bombs = write('bomb', 'a: &a [x, x]\nb: [*a, *a]\ncurrent-context: x')
  await expect(readKubeConfig(bombs)).rejects.toBeInstanceOf(KubeConfigError)
})

test('finds no in-cluster server outside a cluster', async () => {
  expect(await inClusterServer({})).toBeUndefined()
  expect(await inClusterServer({ KUBERNETES_SERVICE_HOST: '10.0.0.1' })).toBeUndefined()
})
