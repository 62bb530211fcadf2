/**
 * The real API server of Kubernetes, with etcd and those controllers that operator mode relies on. It has no nodes, so no pod
 * runs; `startNode` simulates a node that has logs of pods.
 */
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { NODES } from '@cooperage/kube-client'
import { definitionsOf, type Generation } from '@cooperage/platform'
import { type Child, startChild } from '../child.ts'
import { freePort } from '../ports.ts'
import { findProgram } from '../programs.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitUntil } from '../wait-until.ts'
import { type Cluster, clusterOf } from './cluster.ts'

const ADMIN_TOKEN = 'token-of-the-administrator'
const CONTROLLERS = [
  'namespace',
  'resourcequota',
  'serviceaccount',
  'serviceaccount-token',
  'garbagecollector',
  'persistentvolumeclaim-protection-controller',
  'root-ca-certificate-publisher-controller',
  'clusterrole-aggregation-controller',
]

export interface RealCluster extends Cluster {
  /** A node that responds to every call for logs with the result of `logs` for its path and parameters. */
  startNode(name: string, logs: (path: string, query: URLSearchParams, response: ServerResponse) => void): Promise<void>
}

/** @param definitions of the custom resources. Default: those of the platform */
export async function startRealCluster(
  generation: Generation = 'current',
  definitions: readonly object[] = definitionsOf(generation),
): Promise<RealCluster> {
  const rig = findProgram('kube-rig')
  const folder = tempFolder('kubernetes')
  const children: Child[] = []
  const run = (args: string[]) => {
    const child = startChild(rig, args, { cwd: folder.path })
    children.push(child)
    return child
  }
  const nodes: Server[] = []
  const stop = async () => {
    for (const node of nodes) {
      node.closeAllConnections()
      node.close()
    }
    for (const child of children.toReversed()) await child.stop()
    folder.remove()
  }
  try {
    const files = writeKeys(folder.path)
    const etcd = await startEtcd(run, folder.path)
    const server = await startApiServer(run, files, etcd)
    await startControllers(run, files, server)
    const cluster = clusterOf('real', server, ADMIN_TOKEN, stop)
    await install(cluster, definitions)
    return {
      ...cluster,
      async startNode(name, logs) {
        nodes.push(await startNode(cluster, name, files.certificates, logs))
      },
    }
  } catch (error) {
    const output = children.map((child) => child.output().slice(-2000)).join('\n')
    await stop()
    throw new Error(`The API server didn't start:\n${output}`, { cause: error })
  }
}

type Run = (args: string[]) => Child

interface Files {
  /** The API server writes its certificate there. */
  certificates: string
  tokens: string
  accountKey: string
  accountPublicKey: string
  kubeConfig: string
}

function writeKeys(folder: string): Files {
  const path = (name: string) => join(folder, name)
  mkdirSync(path('certificates'))
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  writeFileSync(path('account.key'), privateKey)
  writeFileSync(path('account.pub'), publicKey)
  writeFileSync(path('tokens.csv'), `${ADMIN_TOKEN},administrator,administrator,"system:masters"\n`)
  return {
    certificates: path('certificates'),
    tokens: path('tokens.csv'),
    accountKey: path('account.key'),
    accountPublicKey: path('account.pub'),
    kubeConfig: path('kube-config.json'),
  }
}

async function startEtcd(run: Run, folder: string): Promise<string> {
  const [client, peer] = [await localUrl(), await localUrl()]
  const etcd = run(['etcd', '--data-dir', join(folder, 'etcd'), '--client-url', client, '--peer-url', peer])
  await waitUntil('etcd is healthy', async () => {
    requireRunning(etcd)
    return (await fetch(`${client}/health`)).ok
  })
  return client
}

async function startApiServer(run: Run, files: Files, etcd: string): Promise<{ url: URL; ca: string }> {
  const port = await freePort()
  const apiServer = run([
    'apiserver',
    `--etcd-servers=${etcd}`,
    '--bind-address=127.0.0.1',
    '--advertise-address=127.0.0.1',
    `--secure-port=${port}`,
    `--cert-dir=${files.certificates}`,
    `--token-auth-file=${files.tokens}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-signing-key-file=${files.accountKey}`,
    `--service-account-key-file=${files.accountPublicKey}`,
    '--service-cluster-ip-range=10.0.0.0/24',
    '--authorization-mode=RBAC',
    '--anonymous-auth=true',
    '--enable-admission-plugins=ResourceQuota,ServiceAccount,NamespaceLifecycle',
    '--endpoint-reconciler-type=none',
    '--kubelet-preferred-address-types=InternalIP',
    '--profiling=false',
  ])
  const url = new URL(`https://127.0.0.1:${port}`)
  const certificate = join(files.certificates, 'apiserver.crt')
  // The key is written once the certificate is complete.
  await waitUntil('the API server has its certificate', () => {
    requireRunning(apiServer)
    return existsSync(join(files.certificates, 'apiserver.key'))
  })
  const ca = readFileSync(certificate, 'utf8')
  const probe = clusterOf('real', { url, ca }, ADMIN_TOKEN, async () => undefined)
  try {
    await waitUntil('the API server is ready', async () => {
      requireRunning(apiServer)
      return (await probe.send('GET', '/readyz')).status === 200
    })
  } finally {
    await probe.stop()
  }
  return { url, ca }
}

async function startControllers(run: Run, files: Files, { url, ca }: { url: URL; ca: string }): Promise<void> {
  const data = Buffer.from(ca).toString('base64')
  // JSON is YAML too.
  const kubeConfig = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'c', cluster: { server: url.origin, 'certificate-authority-data': data } }],
    users: [{ name: 'u', user: { token: ADMIN_TOKEN } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  }
  writeFileSync(files.kubeConfig, JSON.stringify(kubeConfig))
  run([
    'controllers',
    `--kubeconfig=${files.kubeConfig}`,
    '--leader-elect=false',
    `--service-account-private-key-file=${files.accountKey}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${await freePort()}`,
    `--cert-dir=${files.certificates}`,
    `--controllers=${CONTROLLERS.join(',')}`,
    '--resource-quota-sync-period=2s',
  ])
}

/** The API server calls the address in the status of a node, and doesn't check the certificate there. */
async function startNode(
  { admin }: Cluster,
  name: string,
  certificates: string,
  logs: (path: string, query: URLSearchParams, response: ServerResponse) => void,
): Promise<Server> {
  const [key, cert] = ['apiserver.key', 'apiserver.crt'].map((file) => readFileSync(join(certificates, file)))
  const node = createServer({ key, cert }, (request, response) => {
    const url = new URL(request.url ?? '/', 'https://node')
    logs(url.pathname, url.searchParams, response)
  })
  const Port = await new Promise<number>((resolve) => {
    node.listen(0, '127.0.0.1', () => resolve((node.address() as AddressInfo).port))
  })
  await admin.create(NODES, { metadata: { name } })
  const addresses = [{ type: 'InternalIP', address: '127.0.0.1' }]
  const status = { addresses, daemonEndpoints: { kubeletEndpoint: { Port } } }
  await admin.patch(NODES, { name, subresource: 'status' }, { status })
  return node
}

async function install(cluster: Cluster, definitions: readonly object[]): Promise<void> {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
  for (const definition of definitions) {
    const { status, body } = await cluster.send('POST', path, { body: withoutIdentity(definition) })
    if (status >= 300) throw new Error(`A resource can't be defined: ${JSON.stringify(body)}`)
  }
  if (definitions.length === 0) return
  await waitUntil('the schemas are published', async () => {
    const { status, body } = await cluster.send('GET', '/openapi/v3/apis/minio.min.io/v2')
    return status === 200 && JSON.stringify(body).includes('"Tenant"')
  })
}

/** A definition as it is installed, not as a server returns it. */
function withoutIdentity(definition: object): object {
  const { metadata, status: _status, ...rest } = definition as { metadata: { name: string }; status?: unknown }
  return { ...rest, metadata: { name: metadata.name } }
}

async function localUrl(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`
}

function requireRunning(child: Child): void {
  if (child.process.exitCode !== null) throw new Error(child.output())
}
