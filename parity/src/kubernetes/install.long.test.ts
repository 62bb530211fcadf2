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

const ENGINE = 'mode=storage'
const BESIDE = 'mode=storage,storage.url=http://127.0.0.1:9'

/** What the chart says about values that it doesn't accept. */
function refusal(values: string): string {
  const { status, stderr } = spawnSync(findProgram('helm'), ['template', CHART, '--set', values], { encoding: 'utf8' })
  expect([values, status]).toEqual([values, 1])
  return stderr
}

/** Paths of the resources of a manifest by its kind. */
const PATHS: Record<string, string> = {
  ClusterRole: '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  ClusterRoleBinding: '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
  ConfigMap: '/api/v1/namespaces/NAMESPACE/configmaps',
  Deployment: '/apis/apps/v1/namespaces/NAMESPACE/deployments',
  Ingress: '/apis/networking.k8s.io/v1/namespaces/NAMESPACE/ingresses',
  Namespace: '/api/v1/namespaces',
  NetworkPolicy: '/apis/networking.k8s.io/v1/namespaces/NAMESPACE/networkpolicies',
  PersistentVolumeClaim: '/api/v1/namespaces/NAMESPACE/persistentvolumeclaims',
  PodDisruptionBudget: '/apis/policy/v1/namespaces/NAMESPACE/poddisruptionbudgets',
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
    for (const wrong of [
      'replicas=many',
      'settings.PATH=x',
      'unknown=1',
      'mode=other',
      'storage.url=minio:9000',
      'ca.secret=a,ca.configMap=b',
      'metrics.serviceMonitor.enabled=true',
      'extraEnv[0].name=DAYS,extraEnv[0].value=7',
    ]) {
      expect([wrong, refusal(wrong)]).toEqual([
        wrong,
        expect.stringContaining("values don't meet the specifications of the schema"),
      ])
    }
    for (const [wrong, told] of [
      [`${ENGINE},replicas=2`, 'a persistent volume belongs to one pod'],
      ['sessionSecret=', 'the key of sessions has to be in a secret'],
      ['ingress.s3Host=s3.example.com', 'only the embedded engine serves S3'],
    ] as const) {
      expect([wrong, refusal(wrong)]).toEqual([wrong, expect.stringContaining(told)])
    }
  })

  test('the chart installs the console of one server, with everything that can be added to it', async () => {
    const set = [ENGINE, 'storage.rootSecret=root', 'ca.secret=authorities', 'licenseKey.configMap=vendor']
    set.push('ingress.enabled=true', 'ingress.s3Host=s3.example.com', 'podDisruptionBudget.enabled=true')
    set.push('metrics.tokenSecret=metrics', 'metrics.serviceMonitor.enabled=true')
    set.push('extraEnv[0].name=TZ,extraEnv[0].value=UTC')
    set.push('extraVolumes[0].name=more,extraVolumes[0].emptyDir.sizeLimit=1Gi')
    set.push('extraVolumeMounts[0].name=more,extraVolumeMounts[0].mountPath=/more')
    set.push('networkPolicy.from[0].podSelector.matchLabels.app=proxy')
    const rendered = parseManifests(template('--set', set.join(',')))
    await cluster.send('POST', '/api/v1/namespaces', { body: { metadata: { name: 'engine' } } })
    const ours = rendered.filter(({ kind }) => kind !== 'ServiceMonitor')
    await apply(ours.map((each) => ({ ...each, metadata: { ...each.metadata, namespace: 'engine' } })))

    const one = (kind: string) => rendered.find((each) => each.kind === kind)
    expect(one('ConfigMap')).toMatchObject({
      data: {
        COOPERAGE_MODE: 'storage',
        COOPERAGE_STORAGE_PORT: '9000',
        COOPERAGE_STORAGE_PUBLIC_URL: 'https://s3.example.com',
        COOPERAGE_CA_FILE: '/etc/cooperage/ca/ca.crt',
        COOPERAGE_LICENSE_PUBLIC_KEY_FILE: '/etc/cooperage/license/license.pub',
      },
    })
    const { spec } = (one('Deployment') as Deployment).spec.template
    expect(spec.containers[0]?.env.map(({ name }) => name)).toEqual([
      'COOPERAGE_SECRET',
      'COOPERAGE_ROOT_USER',
      'COOPERAGE_ROOT_PASSWORD',
      'COOPERAGE_CONSOLE_METRICS_TOKEN',
      'TZ',
    ])
    expect(spec.containers[0]?.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([
      '/data',
      '/etc/cooperage/ca',
      '/etc/cooperage/license',
      '/more',
    ])
    expect(one('ServiceMonitor')).toMatchObject({
      spec: {
        endpoints: [{ port: 'http', path: '/metrics-console', authorization: { credentials: { name: 'metrics' } } }],
      },
    })
    // Neither roles nor the certificate of the API server: this console knows no cluster.
    expect(one('ClusterRole')).toBeUndefined()
    expect(JSON.stringify(spec.volumes)).not.toContain('kube-root-ca')
  })

  test('the console beside a server that exists has a temporary data folder, and no S3 of its own', async () => {
    const rendered = parseManifests(template('--set', BESIDE))
    await cluster.send('POST', '/api/v1/namespaces', { body: { metadata: { name: 'beside' } } })
    await apply(rendered.map((each) => ({ ...each, metadata: { ...each.metadata, namespace: 'beside' } })))
    expect(rendered.map(({ kind }) => kind)).not.toContain('PersistentVolumeClaim')
    expect(rendered.find(({ kind }) => kind === 'ConfigMap')).toMatchObject({
      data: { COOPERAGE_STORAGE_URL: 'http://127.0.0.1:9' },
    })
    expect(JSON.stringify(rendered)).not.toContain('"s3"')
  })
})

const withoutTypes = (['helm', 'service-monitor'] as const).flatMap((name) => missingProgram(name) ?? [])[0]
if (withoutTypes !== undefined) console.warn(`!!!!  SKIPPED: the ServiceMonitor of the chart. ${withoutTypes}`)

test.skipIf(withoutTypes !== undefined)('the ServiceMonitor of the chart is one to the Prometheus Operator', () => {
  const set = `${ENGINE},metrics.tokenSecret=metrics,metrics.serviceMonitor.enabled=true,metrics.serviceMonitor.labels.release=x`
  const rendered = parseManifests(template('--set', set)).find(({ kind }) => kind === 'ServiceMonitor')
  const decode = (input: string) => spawnSync(findProgram('service-monitor'), { input, encoding: 'utf8' })
  const text = JSON.stringify(rendered)
  const decoded = decode(text)
  expect([decoded.stderr, decoded.status]).toEqual(['', 0])
  // What it doesn't name has a zero value there.
  expect(JSON.parse(decoded.stdout)).toMatchObject(rendered ?? {})
  expect(decode(text.replace('"interval"', '"every"')).stderr).toContain('unknown field')
})

const withoutPods = missingContainers() ?? missing.find((each) => /kustomize|helm/.test(each))
if (withoutPods !== undefined) console.warn(`!!!!  SKIPPED: rendered pods. ${withoutPods}`)

test.skipIf(withoutPods !== undefined).each([
  ['kustomize', () => output('kustomize', 'build', KUBERNETES)],
  ['Helm', () => template()],
  ['Helm for one server', () => template('--set', BESIDE)],
  ['Helm with the embedded engine', () => template('--set', ENGINE)],
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
