/** The manifests as files; `install.long.test.ts` renders them and applies them to the real API server. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '@cooperage/cli'
import { MAX_TENANTS_BYTES } from '@cooperage/server'
import { expect, test } from 'vitest'
import { CHART, DEPLOY, KUBERNETES, kustomized, ROLES, readManifests, yamlFilesIn } from './manifests.ts'
import { bytesOf, type Deployment } from './pod.ts'

const [deployment] = readManifests(join(KUBERNETES, 'deployment.yaml')) as Deployment[]
const [kustomization] = readManifests(join(KUBERNETES, 'kustomization.yaml'))

test('kubectl apply -k installs every manifest, the roles too', () => {
  const files = [KUBERNETES, ROLES].flatMap(yamlFilesIn).filter((file) => !file.endsWith('kustomization.yaml'))
  expect(kustomized(KUBERNETES).sort()).toEqual(files.sort())
  const examples = yamlFilesIn(join(KUBERNETES, 'examples'))
  for (const { kind, metadata } of [...files, ...examples].flatMap(readManifests)) {
    expect([kind, metadata.name]).toEqual([expect.any(String), expect.stringMatching(/^cooperage/)])
  }
})

test('the console accepts its settings, which make it a console of the cluster', () => {
  const [{ literals } = { literals: [] }] = (kustomization?.configMapGenerator ?? []) as { literals: string[] }[]
  const env = Object.fromEntries(literals.map((each) => each.split('=')))
  const [secret] = deployment?.spec.template.spec.containers[0]?.env ?? []
  const { settings, notices } = readSettings([], { ...env, [secret?.name ?? '']: 'of at least 16 characters' })
  expect(settings).toMatchObject({ mode: 'operator', host: '0.0.0.0', dataDir: '/data' })
  expect(settings.secret).toBe('of at least 16 characters')
  expect(settings.port).toBe(deployment?.spec.template.spec.containers[0]?.ports[0]?.containerPort)
  expect(notices).toEqual([])
})

test('the pods have no token of the cluster, and run as the user of the image', () => {
  const { automountServiceAccountToken, securityContext } = deployment?.spec.template.spec ?? {}
  expect(automountServiceAccountToken).toBe(false)
  const dockerfile = readFileSync(join(DEPLOY, '..', 'Dockerfile'), 'utf8')
  expect(dockerfile).toContain(`USER ${securityContext?.runAsUser}:${securityContext?.runAsGroup}`)
})

test('every package, manifest, chart, image, compose file and page of the guide has the version of the release', () => {
  const root = join(DEPLOY, '..')
  const { version, workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const packages = globSync(workspaces as string[], { cwd: root }).filter((each) =>
    existsSync(join(root, each, 'package.json')),
  )
  expect(packages.length).toBeGreaterThan(10)
  const versions = packages.map((each) => [
    each,
    JSON.parse(readFileSync(join(root, each, 'package.json'), 'utf8')).version,
  ])
  expect(versions).toEqual(packages.map((each) => [each, version]))
  expect(kustomization?.images).toMatchObject([{ newTag: version }])
  expect(readManifests(join(CHART, 'Chart.yaml'))).toMatchObject([{ version, appVersion: version }])

  const files = globSync(['Dockerfile', 'deploy/compose/*.yaml', 'docs/guide/**/*.md'], { cwd: root })
  const named = files.flatMap((file) =>
    // `cooperage:1.0.0`, `cooperage-docs-1.0.0.tar.gz`, `cooperage_1.0.0_amd64.deb`, `image.version="1.0.0"`
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(/(?:cooperage[a-z-]*[-_:]|image\.version=")(\d+\.\d+\.\d+)/g),
    ].map(([, found]) => [file, found]),
  )
  const filesWithIt = new Set(named.map(([file]) => file))
  for (const file of ['Dockerfile', 'docs/guide/install.md', 'docs/guide/de/install.md'])
    expect(filesWithIt).toContain(file)
  expect([...filesWithIt].filter((file) => file?.startsWith('deploy'))).toHaveLength(3)
  expect(named).toEqual(named.map(([file]) => [file, version]))
})

test('the ingresses let files of any size pass, and stream them', () => {
  const [example] = readManifests(join(KUBERNETES, 'examples', 'ingress.yaml'))
  const [values] = readManifests(join(CHART, 'values.yaml')) as unknown as { ingress: { annotations: object } }[]
  expect(example?.metadata.annotations).toMatchObject({
    'nginx.ingress.kubernetes.io/proxy-body-size': '0',
    'nginx.ingress.kubernetes.io/proxy-request-buffering': 'off',
  })
  expect(values?.ingress.annotations).toEqual(example?.metadata.annotations)
})

test('the temporary data folder of the chart for one storage server holds the audit log and the samples', () => {
  const { settings } = readSettings([], { COOPERAGE_STORAGE_URL: 'http://127.0.0.1:9000' })
  const samples = 256 * 2 ** 20
  const template = readFileSync(join(CHART, 'templates', 'deployment.yaml'), 'utf8')
  const [, forStorage = ''] = [...template.matchAll(/sizeLimit: (\S+)/g)].map(([, size]) => size)
  expect(bytesOf(forStorage)).toBeGreaterThanOrEqual(1.5 * (settings.auditBytes + samples))
})

test.each([join(KUBERNETES, 'deployment.yaml'), join(CHART, 'templates', 'deployment.yaml')])(
  'the data folder of %s holds twice what the console keeps of all tenants',
  (file) => {
    const [, sizeLimit = ''] = /sizeLimit: (\S+)/.exec(readFileSync(file, 'utf8')) ?? []
    expect(bytesOf(sizeLimit)).toBeGreaterThanOrEqual(2 * MAX_TENANTS_BYTES)
  },
)
