/** What the wizard sends, spelled as the specification does. */
import { TENANT_POOL, TEST_CERTIFICATES } from '@cooperage/testkit'

export const GI = 1024 ** 3

const base64 = (text: string) => Buffer.from(text).toString('base64')
/** Two pairs of certificate and key; the first is also used as an authority. */
export const PAIRS = TEST_CERTIFICATES.map(({ cert, key }) => ({ crt: base64(cert), key: base64(key) }))
export const AUTHORITY = base64(TEST_CERTIFICATES[0].cert)
export const REGISTRY = { registry: 'registry.example.com', username: 'reader', password: 'of images' }

const antiAffinity = {
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
}

const vault = {
  endpoint: 'https://vault.example.com:8200',
  engine: 'kv',
  namespace: 'team',
  prefix: 'minio',
  approle: { engine: 'approle', id: 'role', secret: 'of the role', retry: 0 },
  tls: { ...PAIRS[0], ca: AUTHORITY },
  status: { ping: 0 },
}

/** Everything that the wizard can send, each way of signing in and each key management service once. */
export const PAYLOADS: Record<string, object> = {
  'every page of the wizard': {
    image: 'minio/minio:RELEASE.2025-04-08T15-41-24Z',
    pools: [{ ...TENANT_POOL, affinity: antiAffinity }],
    image_registry: REGISTRY,
    logSearchConfiguration: {
      storageClass: 'standard',
      storageSize: 7,
      image: 'minio/operator:v4.4.4',
      postgres_image: 'library/postgres:13',
    },
    prometheusConfiguration: { storageClass: 'standard', storageSize: 6, image: 'quay.io/prometheus/prometheus:v2' },
    tls: {
      minio: [PAIRS[0]],
      console: PAIRS[1],
      ca_certificates: [AUTHORITY],
      console_ca_certificates: [AUTHORITY],
    },
    encryption: { image: 'minio/kes:v0.16.1', client: PAIRS[0], server: PAIRS[1], vault },
  },
  'OpenID and AWS': {
    idp: { oidc: { url: 'https://id.example.com', client_id: 'minio', secret_id: 'of the client' } },
    encryption: {
      aws: {
        secretsmanager: {
          endpoint: 'secretsmanager.example.com',
          region: 'eu-central-1',
          kmskey: 'key',
          credentials: { accesskey: 'AK', secretkey: 'SK', token: '' },
        },
      },
    },
  },
  'Active Directory and Gemalto': {
    idp: {
      active_directory: {
        url: 'ldap.example.com:636',
        skip_tls_verification: true,
        server_insecure: false,
        username_format: '',
        user_search_filter: '(uid=%s)',
        group_search_base_dn: 'ou=groups',
        group_search_filter: '(member=%d)',
        group_name_attribute: 'cn',
      },
    },
    encryption: {
      gemalto: {
        keysecure: {
          endpoint: 'https://keysecure.example.com',
          credentials: { token: 'T', domain: 'root', retry: 0 },
          tls: { ca: AUTHORITY },
        },
      },
    },
  },
  'GCP, and no certificates of the operator’s own': {
    enable_tls: false,
    tls: { minio: [PAIRS[0]] },
    encryption: {
      gcp: {
        secretmanager: {
          project_id: 'project',
          credentials: { client_email: 'a@example.com', client_id: '1', private_key_id: '2', private_key: '3' },
        },
      },
    },
  },
}
