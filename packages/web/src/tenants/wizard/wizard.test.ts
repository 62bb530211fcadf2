import { createTenant, GI, parityChoices } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { tenantPayload } from './payload.ts'
import { type Facts, mayEncrypt, problemsOf } from './validity.ts'
import { randomKeys, STEPS, startForm, stepsOf, type WizardForm } from './wizard-form.ts'

const FACTS: Facts = {
  isNamespaceChecked: true,
  hasTenant: false,
  classes: [{ name: 'standard', available: 1024 * GI }],
  parityChoices: parityChoices(4, 1).choices,
  maxMemory: 8 * GI,
}
const NO_PARTS = { logSearch: false, prometheus: false, consoleImage: false }
const ALL_PARTS = { logSearch: true, prometheus: true, consoleImage: true }
const PAIR = { id: 0, key: 'a2V5', cert: 'Y2VydA==' }

const filled = (part: Partial<WizardForm> = {}): WizardForm => ({
  ...startForm(),
  tenantName: 'photos',
  namespace: 'team-a',
  selectedStorageClass: 'standard',
  accessKeys: ['accesskey0'],
  secretKeys: ['secretkey0'],
  ecParity: 'EC:2',
  ...part,
})

test('the advanced steps exist only in advanced mode', () => {
  expect(stepsOf(false)).toEqual(['nameTenant', 'tenantSize', 'preview'])
  expect(stepsOf(true)).toEqual(STEPS)
})

test('a complete form has no problems, and sends the payload of the specification', () => {
  for (const step of STEPS) expect([step, problemsOf(step, filled(), FACTS)]).toEqual([step, {}])
  expect(tenantPayload(filled(), FACTS, NO_PARTS)).toEqual({
    name: 'photos',
    namespace: 'team-a',
    access_key: '',
    secret_key: '',
    access_keys: [],
    secret_keys: [],
    enable_tls: true,
    enable_console: true,
    enable_prometheus: true,
    service_name: '',
    image: '',
    console_image: '',
    expose_minio: true,
    expose_console: true,
    pools: [
      {
        name: 'pool-0',
        servers: 4,
        volumes_per_server: 1,
        volume_configuration: { size: 25 * GI, storage_class_name: 'standard', labels: null },
        resources: { requests: { memory: 2 * GI }, limits: { memory: 2 * GI } },
        affinity: {
          podAntiAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [
              {
                labelSelector: {
                  matchExpressions: [
                    { key: 'v1.min.io/tenant', operator: 'In', values: ['photos'] },
                    { key: 'v1.min.io/pool', operator: 'In', values: ['pool-0'] },
                  ],
                },
                topologyKey: 'kubernetes.io/hostname',
              },
            ],
          },
        },
      },
    ],
    erasureCodingParity: 2,
    image_pull_secret: '',
    idp: { keys: [{ access_key: 'accesskey0', secret_key: 'secretkey0' }] },
  })
})

test.each<[string, Partial<WizardForm>, Partial<Facts>, object]>([
  ['nameTenant', { tenantName: 'No' }, {}, { tenantName: expect.stringContaining('Min. Length: 3') }],
  ['nameTenant', {}, { hasTenant: true }, { namespace: 'You can only create one tenant per namespace' }],
  ['nameTenant', {}, { classes: [] }, { namespace: 'Please enter a valid namespace' }],
  [
    'configure',
    { customImage: true, imageName: 'minio' },
    {},
    { imageName: expect.stringContaining('minio/minio:VERSION') },
  ],
  [
    'configure',
    { customDockerhub: true, imageRegistry: 'r', imageRegistryUsername: 'u' },
    {},
    { imageRegistryPassword: 'Field cannot be empty' },
  ],
  [
    'affinity',
    { podAffinity: 'nodeSelector' },
    {},
    { nodeSelectorLabels: 'You need to add at least one label key-pair' },
  ],
  ['identityProvider', { secretKeys: ['short'] }, {}, { 'secretKeys.0': 'Keys must be at least length 8' }],
  [
    'identityProvider',
    { idpSelection: 'OpenID', openIDURL: 'u', openIDClientID: 'c' },
    {},
    { openIDSecretID: 'Field cannot be empty' },
  ],
  ['security', { enableAutoCert: false }, {}, { enableTLS: expect.any(String) }],
  [
    'encryption',
    { enableEncryption: true, vaultEndpoint: 'e', vaultId: 'i', vaultSecret: 's', vaultPing: '-1' },
    {},
    { vaultPing: 'Value needs to be 0 or greater' },
  ],
  [
    'encryption',
    { enableEncryption: true, encryptionType: 'aws', awsEndpoint: 'e', awsRegion: 'r', awsAccessKey: 'a' },
    {},
    { awsSecretKey: 'Field cannot be empty' },
  ],
  [
    'tenantSize',
    { volumeSize: '2', sizeFactor: 'Ti' },
    {},
    { volumeSize: 'Volume size must be greater than 1Gi and less than 1Ti' },
  ],
  [
    'tenantSize',
    { nodes: '3' },
    { maxMemory: 0, parityChoices: [] },
    { nodes: 'Number of nodes cannot be less than 4' },
  ],
  ['tenantSize', {}, { maxMemory: 0 }, { memory: 'There is no memory available for the selected number of nodes' }],
  ['tenantSize', { ecParity: '' }, { parityChoices: [] }, { ecParity: expect.any(String) }],
])('%s with %o is not valid', (step, part, facts, problems) => {
  expect(problemsOf(step as (typeof STEPS)[number], filled(part), { ...FACTS, ...facts })).toEqual(problems)
})

test('what can’t be read isn’t checked: a storage class is typed or the default, and memory may be any amount', () => {
  const unread: Facts = { ...FACTS, classes: undefined, maxMemory: undefined }
  for (const selectedStorageClass of ['', 'fast']) {
    const form = filled({
      selectedStorageClass,
      memoryNode: '512',
      volumeSize: '7',
      sizeFactor: 'Pi' as const,
      drivesPerServer: '200',
    })
    for (const step of ['nameTenant', 'tenantSize'] as const)
      expect([step, problemsOf(step, form, unread)]).toEqual([step, {}])
    expect(tenantPayload(form, unread, NO_PARTS).pools[0]).toMatchObject({
      volume_configuration: { storage_class_name: selectedStorageClass },
      resources: { requests: { memory: 512 * GI } },
    })
  }
  expect(problemsOf('tenantSize', filled({ memoryNode: '1' }), unread)).toMatchObject({
    memoryNode: expect.any(String),
  })
})

test('encryption needs TLS with AutoCert or a complete certificate of MinIO', () => {
  const custom = { enableAutoCert: false, enableCustomCerts: true }
  expect(mayEncrypt(filled())).toBe(true)
  expect(mayEncrypt(filled({ enableTLS: false }))).toBe(false)
  expect(mayEncrypt(filled(custom))).toBe(false)
  expect(mayEncrypt(filled({ ...custom, minioCerts: [{ ...PAIR, key: '' }] }))).toBe(false)
  expect(mayEncrypt(filled({ ...custom, minioCerts: [PAIR] }))).toBe(true)
})

test('a certificate without both files is dropped, and so are parts that the operator does not support', () => {
  const form = filled({
    enableCustomCerts: true,
    minioCerts: [PAIR, { id: 1, key: '', cert: 'Y2VydA==' }],
    logSearchCustom: true,
    logSearchSelectedStorageClass: 'standard',
  })
  const payload = tenantPayload(form, FACTS, NO_PARTS)
  expect(payload.tls).toEqual({ minio: [{ crt: 'Y2VydA==', key: 'a2V5' }], ca_certificates: [] })
  expect(payload.logSearchConfiguration).toBeUndefined()
  expect(tenantPayload(form, FACTS, ALL_PARTS).logSearchConfiguration).toEqual({
    storageClass: 'standard',
    storageSize: 5,
    image: '',
    postgres_image: '',
  })
})

test.each([
  ['vault', 'OpenID'],
  ['aws', 'AD'],
  ['gemalto', 'Built-in'],
  ['gcp', 'Built-in'],
] as const)('the call accepts what the fields of %s and %s become', (encryptionType, idpSelection) => {
  const texts = Object.entries(startForm()).filter(([, value]) => value === '')
  const form = filled({
    ...Object.fromEntries(texts.map(([name]) => [name, 'Y2VydA=='])),
    tenantName: 'photos',
    namespace: 'team-a',
    ecParity: 'EC:2',
    podAffinity: 'default',
    customDockerhub: true,
    enableEncryption: true,
    encryptionType,
    idpSelection,
  })
  const payload = tenantPayload(form, FACTS, ALL_PARTS)
  expect(createTenant.body.safeParse(payload).error).toBeUndefined()
  expect(Object.keys(payload.encryption ?? {})).toContain(encryptionType)
})

test('a node selector, with and without anti-affinity, and none', () => {
  const affinityOf = (part: Partial<WizardForm>) => tenantPayload(filled(part), FACTS, NO_PARTS).pools[0]?.affinity
  const selected = { podAffinity: 'nodeSelector' as const, nodeSelectorLabels: 'zone=a&disk=ssd' }
  expect(affinityOf({ podAffinity: 'none' })).toBeUndefined()
  expect(affinityOf({ ...selected, withPodAntiAffinity: false })).toEqual({
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [
          {
            matchExpressions: [
              { key: 'zone', operator: 'In', values: ['a'] },
              { key: 'disk', operator: 'In', values: ['ssd'] },
            ],
          },
        ],
      },
    },
  })
  expect(Object.keys(affinityOf(selected) ?? {})).toEqual(['podAntiAffinity', 'nodeAffinity'])
  const zones = affinityOf({ ...selected, nodeSelectorLabels: 'zone=a&disk=ssd&zone=b' })?.nodeAffinity
  expect(zones?.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]?.matchExpressions).toEqual([
    { key: 'zone', operator: 'In', values: ['a', 'b'] },
    { key: 'disk', operator: 'In', values: ['ssd'] },
  ])
})

test('generated keys have 16 and 32 letters and digits', () => {
  const { accessKey, secretKey } = randomKeys()
  expect(accessKey).toMatch(/^[a-zA-Z0-9]{16}$/)
  expect(secretKey).toMatch(/^[a-zA-Z0-9]{32}$/)
})
