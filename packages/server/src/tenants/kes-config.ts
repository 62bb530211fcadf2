import type { NewEncryption } from '@cooperage/contract'
import { stringify } from 'yaml'

/** Where the operator mounts what KES reads. */
const FOLDER = '/tmp/kes'

type Generation = '2021' | 'current'

interface KesOptions {
  /** Which format it reads, see `kesGeneration`. */
  generation: Generation
  /** Hash of the client certificate that MinIO presents. */
  identity: string
}

/**
 * Which format of the configuration a KES image reads: versions up to 0.19 another one than those after. An image without a
 * version in its tag is taken for one of the operator's time, and so is the default image.
 */
export function kesGeneration(image: string, ofOperator: Generation): Generation {
  const [, year] = /:v?(20\d\d)-\d\d-\d\dT/.exec(image) ?? []
  const [, minor] = /:v?0\.(\d+)\./.exec(image) ?? []
  if (year !== undefined) return 'current'
  if (minor !== undefined) return Number(minor) <= LAST_OF_2021 ? '2021' : 'current'
  return ofOperator
}

/** Minor version of KES 0. */
const LAST_OF_2021 = 19

/** The configuration file of KES, for exactly one provider. */
export function kesConfig(encryption: NewEncryption, { generation, identity }: KesOptions): string {
  const tls = { key: `${FOLDER}/server.key`, cert: `${FOLDER}/server.crt` }
  const cache = { expiry: { any: '5m0s', unused: '20s' } }
  const log = { error: 'on', audit: 'off' }
  const store = keystore(encryption)
  if (generation === '2021') {
    const paths = ['create', 'generate', 'decrypt'].map((call) => `/v1/key/${call}/my-minio-key`)
    return stringify({
      address: '0.0.0.0:7373',
      root: 'disabled',
      tls,
      policy: { 'default-policy': { paths, identities: [identity] } },
      cache,
      log,
      keys: store,
    })
  }
  const allow = ['/v1/api', '/v1/key/create/*', '/v1/key/generate/*', '/v1/key/decrypt/*', '/v1/key/bulk/decrypt/*']
  return stringify({
    version: 'v1',
    address: ':7373',
    admin: { identity: 'disabled' },
    tls,
    policy: { minio: { allow, identities: [identity] } },
    cache,
    log,
    keystore: store,
  })
}

function keystore({ vault, aws, gemalto, gcp }: NewEncryption): object {
  if (vault !== undefined) {
    const { endpoint, engine, namespace, prefix, approle, tls, status } = vault
    return {
      vault: withoutEmpty({
        endpoint,
        engine,
        namespace,
        prefix,
        approle: withoutEmpty({
          engine: approle.engine,
          id: approle.id,
          secret: approle.secret,
          retry: seconds(approle.retry, 15),
        }),
        ...(tls !== undefined && {
          tls: withoutEmpty({
            key: tls.key && `${FOLDER}/client.key`,
            cert: tls.crt && `${FOLDER}/client.crt`,
            ca: tls.ca && `${FOLDER}/ca.crt`,
          }),
        }),
        status: { ping: seconds(status?.ping ?? 0, 10) },
      }),
    }
  }
  if (aws !== undefined) {
    const { credentials, ...place } = aws.secretsmanager
    return { aws: { secretsmanager: { ...withoutEmpty(place), credentials: withoutEmpty(credentials) } } }
  }
  if (gemalto !== undefined) {
    const { endpoint, credentials, tls } = gemalto.keysecure
    return {
      gemalto: {
        keysecure: {
          endpoint,
          credentials: { ...credentials, retry: seconds(credentials.retry, 15) },
          ...(tls?.ca && { tls: { ca: `${FOLDER}/ca.crt` } }),
        },
      },
    }
  }
  if (gcp !== undefined) {
    const { credentials, ...place } = gcp.secretmanager
    const given = withoutEmpty({ ...credentials })
    return {
      gcp: {
        secretmanager: { ...withoutEmpty(place), ...(Object.keys(given).length > 0 && { credentials: given }) },
      },
    }
  }
  throw new Error('The encryption has no provider')
}

/** A duration; 0 means the default. */
function seconds(given: number, fallback: number): string {
  return `${given > 0 ? given : fallback}s`
}

function withoutEmpty<T extends object>(value: T): Partial<T> {
  const set = Object.entries(value).filter(([, one]) => one !== undefined && one !== '')
  return Object.fromEntries(set) as Partial<T>
}
