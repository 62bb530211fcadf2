/** `deploy/`, rendered by kustomize and Helm, and applied to the real API server. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { PODS, SECRETS } from '@cooperage/kube-client'
import {
  findProgram,
  missingContainers,
  missingProgram,
  type RealCluster,
  startRealCluster,
  waitUntil,
} from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHART, KUBERNETES, type Manifest, parseManifests, readManifests, yamlFilesIn } from './manifests.ts'
import { type Deployment, expectReadyPod } from './pod.ts'

const PROGRAMS = ['kube-rig', 'kustomize', 'helm'] as const
const missing = PROGRAMS.flatMap((name) => missingProgram(name) ?? [])
for (const what of missing) console.warn(`!!!!  SKIPPED: the installation in a cluster. ${what}`)

function output(program: 'kustomize' | 'helm', ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(findProgram(program), args, { encoding: 'utf8' })
  expect([stderr, status]).toEqual([expect.any(String), 0])
  return stdout
}

const template = (...args: string[]) =>
  output('helm', 'template', 'cooperage', CHART, '--namespace', 'cooperage', ...args)

/** Paths of the resources of a manifest by its kind. */
const PATHS: Record<string, string> = {
  ClusterRole: '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  ClusterRoleBinding: '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
  ConfigMap: '/api/v1/namespaces/NAMESPACE/configmaps',
  Deployment: '/apis/apps/v1/namespaces/NAMESPACE/deployments',
  Ingress: '/apis/networking.k8s.io/v1/namespaces/NAMESPACE/ingresses',
  Namespace: '/api/v1/namespaces',
  NetworkPolicy: '/apis/networking.k8s.io/v1/namespaces/NAMESPACE/networkpolicies',
  RoleBinding: '/apis/rbac.authorization.k8s.io/v1/namespaces/NAMESPACE/rolebindings',
  Service: '/api/v1/namespaces/NAMESPACE/services',
  ServiceAccount: '/api/v1/namespaces/NAMESPACE/serviceaccounts',
}

describe.skipIf(missing.length > 0)('the installation in a cluster', () => {
  let cluster: RealCluster
  beforeAll(async () => {
    cluster = await startRealCluster('none')
  }, 180_000)
  afterAll(async () => {
    await cluster?.stop()
  })

  async function apply(manifests: readonly Manifest[]): Promise<void> {
    for (const body of manifests) {
      const { kind, metadata } = body
      const path = PATHS[kind]?.replace('NAMESPACE', metadata.namespace ?? 'cooperage')
      const response = await cluster.send('POST', `${path}?fieldValidation=Strict`, { body })
      expect([kind, response.status, response.body]).toEqual([kind, 201, response.body])
      expect([kind, response.headers.warning]).toEqual([kind, undefined])
    }
  }

  test('kustomize renders what the API server accepts, and the pods keep its strictest rules', async () => {
    const manifests = parseManifests(output('kustomize', 'build', KUBERNETES))
    await apply(manifests)
    await apply([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team-a' } }])
    await apply(yamlFilesIn(join(KUBERNETES, 'examples')).flatMap(readManifests))

    const { metadata, spec } = (manifests.find(({ kind }) => kind === 'Deployment') as Deployment).spec.template
    const pod = (name: string, changes: object = {}) => ({
      metadata: { ...metadata, name, namespace: 'cooperage' },
      spec: { ...spec, ...changes },
    })
    // A new account can be used a moment later.
    const admitted = await waitUntil('a pod is admitted', () => cluster.admin.create(PODS, pod('console')))
    const mounts = JSON.stringify(admitted.spec?.containers)
    expect([mounts.includes('kube-api-access'), mounts.includes('/var/run/secrets')]).toEqual([false, true])
    const asRoot = { securityContext: { ...spec.securityContext, runAsNonRoot: false, runAsUser: 0 } }
    await expect(cluster.admin.create(PODS, pod('root', asRoot))).rejects.toMatchObject({ code: 'Forbidden' })
    await waitUntil('the certificates of the API server are there', async () => {
      const { status } = await cluster.send('GET', '/api/v1/namespaces/cooperage/configmaps/kube-root-ca.crt')
      return status === 200
    })
    expect((await cluster.admin.list(SECRETS, { namespace: 'cooperage' })).items).toEqual([])
  })

  test('the chart renders the same objects', async () => {
    const plain = (manifests: Manifest[]) =>
      manifests
        .filter(({ kind }) => kind !== 'Namespace')
        .map((manifest) => withoutNames(manifest))
        .sort((a, b) => (`${a.kind} ${a.metadata.name}` < `${b.kind} ${b.metadata.name}` ? -1 : 1))
    const rendered = parseManifests(template())
    expect(plain(rendered)).toEqual(plain(parseManifests(output('kustomize', 'build', KUBERNETES))))
  })

  test('releases with different names don’t share objects of the cluster', () => {
    const namesOf = (release: string) =>
      parseManifests(output('helm', 'template', release, CHART))
        .filter(({ kind }) => kind === 'ClusterRole')
        .map(({ metadata }) => metadata.name)
        .sort()
    const roles = ['tenant-administrator', 'tenant-sizing', 'tenant-viewer']
    expect(namesOf('cooperage')).toEqual(roles.map((role) => `cooperage-${role}`))
    expect(namesOf('storage')).toEqual(roles.map((role) => `cooperage-storage-${role}`))
  })

  test('the values of the chart are checked, and change what they name', async () => {
    const set = ['image.repository=registry.example.com/cooperage', 'image.tag=1.2.3', 'ingress.enabled=true']
    set.push('settings.COOPERAGE_HOSTS=console.example.com', 'roles.enabled=false', 'ingress.tlsSecret=tls')
    const rendered = parseManifests(template('--set', set.join(',')))
    expect(rendered.map(({ kind }) => kind).sort()).toEqual([
      'ConfigMap',
      'Deployment',
      'Ingress',
      'NetworkPolicy',
      'Service',
      'ServiceAccount',
    ])
    expect(rendered.find(({ kind }) => kind === 'ConfigMap')).toMatchObject({
      data: { COOPERAGE_HOSTS: 'console.example.com', COOPERAGE_MODE: 'operator' },
    })
    expect(JSON.stringify(rendered)).toContain('"image":"registry.example.com/cooperage:1.2.3"')
    await cluster.send('POST', '/api/v1/namespaces', { body: { metadata: { name: 'other' } } })
    await apply(rendered.map((each) => ({ ...each, metadata: { ...each.metadata, namespace: 'other' } })))
    output('helm', 'lint', '--strict', CHART)
    for (const wrong of ['replicas=many', 'settings.PATH=x', 'unknown=1']) {
      const { status, stderr } = spawnSync(findProgram('helm'), ['template', CHART, '--set', wrong], {
        encoding: 'utf8',
      })
      expect([status, stderr]).toEqual([
        1,
        expect.stringContaining("values don't meet the specifications of the schema"),
      ])
    }
  })
})

const withoutPods = missingContainers() ?? missing.find((each) => /kustomize|helm/.test(each))
if (withoutPods !== undefined) console.warn(`!!!!  SKIPPED: rendered pods. ${withoutPods}`)

test.skipIf(withoutPods !== undefined).each([
  ['kustomize', () => output('kustomize', 'build', KUBERNETES)],
  ['Helm', () => template()],
])('the pod that %s renders becomes ready', async (_name, render) => {
  const manifests = parseManifests(render())
  const deployment = manifests.find(({ kind }) => kind === 'Deployment') as Deployment
  const settings = manifests.find(({ kind }) => kind === 'ConfigMap')?.data as Record<string, string>
  await expectReadyPod(deployment, settings)
})

/** Without labels, generated names and defaults that only one of the two writes. */
function withoutNames(manifest: Manifest): Manifest {
  const text = JSON.stringify(manifest, (key, each) => (DROPPED.has(key) ? undefined : each))
  return JSON.parse(text.replaceAll(/cooperage-[a-z0-9]{10}(?=")/g, 'cooperage'))
}

const DROPPED = new Set(['labels', 'matchLabels', 'selector', 'annotations', 'imagePullPolicy', 'type'])
