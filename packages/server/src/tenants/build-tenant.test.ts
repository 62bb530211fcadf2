import { newTenant } from '@cooperage/contract'
import type { TenantCapabilities } from '@cooperage/kube-client'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { namedPools, planTenant } from './build-tenant.ts'
import { prometheusChange, tenantDetails } from './describe-tenant.ts'

const CURRENT: TenantCapabilities = {
  generation: 'current',
  operatorVersion: 'v7.1.1',
  log: false,
  prometheus: false,
  credsSecret: false,
  console: false,
  configuration: true,
  consoleDomain: true,
  sftp: true,
  poolNameRequired: true,
  tierUsage: true,
}
const OLD: TenantCapabilities = { ...CURRENT, generation: '2021', log: true, prometheus: true, credsSecret: true }

const pool = { servers: 4, volumes_per_server: 1, volume_configuration: { size: 1 } }
const wanted = (part: object = {}) => newTenant.parse({ name: 'photos', namespace: 'team-a', pools: [pool], ...part })

const configOf = (plan: ReturnType<typeof planTenant>) =>
  plan.secrets.find(({ metadata }) => metadata.name === 'photos-env-configuration')?.stringData?.['config.env'] ?? ''

test('an operator of 2021 gets log search, Prometheus and an empty credentials secret; a current one none of them', () => {
  const old = planTenant(wanted(), OLD)
  expect(old.tenant.spec).toMatchObject({
    credsSecret: { name: 'photos-secret' },
    log: { audit: { diskCapacityGB: 5 }, db: { volumeClaimTemplate: { metadata: { name: 'photos-log' } } } },
    prometheus: { diskCapacityGB: 5 },
  })
  expect(old.secrets.map(({ metadata }) => metadata.name)).toContain('photos-secret')
  const { spec } = planTenant(wanted(), CURRENT).tenant
  expect(Object.keys(spec)).not.toEqual(expect.arrayContaining(['log']))
  expect([spec.prometheus, spec.credsSecret]).toEqual([undefined, undefined])
})

test('identity providers become settings of the servers, in either spelling', () => {
  const oidc = planTenant(
    wanted({ idp: { oidc: { url: 'https://id.example.com/', client_id: 'c', secret_id: 's' } } }),
    CURRENT,
  )
  expect(oidc).toMatchObject({ externalIDP: true, console: [] })
  expect(configOf(oidc)).toContain(
    'MINIO_IDENTITY_OPENID_CONFIG_URL="https://id.example.com/.well-known/openid-configuration"',
  )
  expect(configOf(oidc)).toContain('MINIO_IDENTITY_OPENID_CLAIM_NAME="policy"')
  const directory = {
    url: 'ldap.example.com:636',
    skip_tls_verification: true,
    user_search_filter: '(uid=%s)',
    group_search_base_dn: 'ou=groups',
    group_name_attribute: 'cn',
    lookup_bind_dn: 'cn=reader',
  }
  const ldap = configOf(planTenant(wanted({ idp: { active_directory: directory } }), CURRENT))
  expect(ldap).toContain('MINIO_IDENTITY_LDAP_USER_DN_SEARCH_FILTER="(uid=%s)"')
  expect(ldap).toContain('MINIO_IDENTITY_LDAP_TLS_SKIP_VERIFY="on"')
  expect(ldap).not.toContain('GROUP_NAME_ATTRIBUTE')
})

const vault = { endpoint: 'https://vault:8200', approle: { id: 'i', secret: 's', retry: 0 }, status: { ping: 7 } }

test('the configuration of KES has the shape that its image reads, by default that of the operator', () => {
  const kesOf = (able: TenantCapabilities, image = '') => {
    const { secrets } = planTenant(wanted({ encryption: { vault, image } }), able)
    const secret = secrets.find(({ metadata }) => metadata.name === 'photos-secret-kes-configuration')
    return parse(secret?.stringData?.['server-config.yaml'] ?? '')
  }
  const store = {
    vault: { endpoint: 'https://vault:8200', approle: { id: 'i', secret: 's', retry: '15s' }, status: { ping: '7s' } },
  }
  expect(kesOf(CURRENT)).toMatchObject({
    version: 'v1',
    address: ':7373',
    admin: { identity: 'disabled' },
    keystore: store,
  })
  expect(kesOf(OLD)).toMatchObject({ address: '0.0.0.0:7373', root: 'disabled', keys: store })
  for (const image of ['minio/kes:v0.16.1', 'registry:5000/minio/kes:0.19.4']) {
    expect(kesOf(CURRENT, image)).toMatchObject({ root: 'disabled', keys: store })
  }
  for (const image of ['minio/kes:2025-03-12T09-35-18Z', 'minio/kes:v0.20.0']) {
    expect(kesOf(OLD, image)).toMatchObject({ version: 'v1', keystore: store })
  }
  expect(kesOf(CURRENT, 'quay.io/minio/kes:own')).toMatchObject({ version: 'v1' })
  expect(kesOf(OLD, 'quay.io/minio/kes:own')).toMatchObject({ root: 'disabled' })
})

test('annotations for Prometheus keep the path and port that a tenant has', () => {
  const spec = { pools: [] }
  const tenantWith = (annotations: Record<string, string>) => ({ metadata: { name: 'photos', annotations }, spec })
  const own = { 'prometheus.io/path': '/own', 'prometheus.io/port': '9443', 'prometheus.io/scrape': 'true' }
  expect(prometheusChange(tenantWith(own), true)).toEqual({})
  expect(prometheusChange(tenantWith({ 'prometheus.io/path': '/own' }), false)).toEqual({})
  expect(prometheusChange(tenantWith({ 'prometheus.io/path': '/own' }), true)).toEqual({
    'prometheus.io/path': '/own',
    'prometheus.io/port': '9000',
    'prometheus.io/scrape': 'true',
  })
  expect(Object.values(prometheusChange(tenantWith(own), false))).toEqual([null, null, null])
})

test('encryption needs TLS and exactly one service', () => {
  const aws = { secretsmanager: { endpoint: 'e', region: 'r', credentials: { accesskey: 'a', secretkey: 's' } } }
  expect(() => planTenant(wanted({ encryption: { vault }, enable_tls: false }), CURRENT)).toThrow(
    'encryption needs TLS',
  )
  expect(() => planTenant(wanted({ encryption: { vault, aws } }), CURRENT)).toThrow('exactly one')
  expect(() => planTenant(wanted({ encryption: {} }), CURRENT)).toThrow('exactly one')
})

test('operators before version 4.2 are refused', () => {
  expect(() => planTenant(wanted(), { ...OLD, configuration: false })).toThrow('older than version 4.2')
})

test('pools without a name get the next that is free, and no name twice', () => {
  const unnamed = wanted().pools
  const taken = namedPools(wanted({ pools: [{ ...pool, name: 'pool-1' }] }).pools)
  expect(namedPools(unnamed).map(({ name }) => name)).toEqual(['pool-0'])
  expect(namedPools(unnamed, taken).map(({ name }) => name)).toEqual(['pool-2'])
  const named = wanted({ pools: [{ ...pool, name: 'pool-1' }] }).pools
  expect(() => namedPools(named, taken)).toThrow('already exists')
})

test('pools without a name are described by the name that operators give them', () => {
  const volumeClaimTemplate = { spec: { accessModes: [], resources: { requests: { storage: '1Gi' } } } }
  const unnamed = { servers: 4, volumesPerServer: 1, volumeClaimTemplate }
  const tenant = { metadata: { name: 'photos' }, spec: { pools: [unnamed, { ...unnamed, name: 'fast' }, unnamed] } }
  const { pools } = tenantDetails(tenant, { config: new Map(), services: [] })
  expect(pools.map(({ name }) => name)).toEqual(['pool-0', 'fast', 'pool-2'])
})
