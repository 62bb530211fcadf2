import {
  type NewEncryption,
  type NewIdp,
  type NewTenant,
  nodeLabels,
  type PoolAffinity,
  parityNumber,
} from '@cooperage/contract'
import { type CertificateEntry, chosenAuthorities, completePairs } from '../CertificateEntries.tsx'
import { type Facts, sizeOf } from './validity.ts'
import { type OperatorParts, textPayload } from './wizard-fields.ts'
import type { WizardForm } from './wizard-form.ts'

const POOL = 'pool-0'

/** The payload of a valid form (spec operator-mode 3, Tenant creation payload). */
export function tenantPayload(form: WizardForm, facts: Facts, parts: OperatorParts): NewTenant {
  const { distribution, memory } = sizeOf(form, facts)
  const affinity = affinityOf(form)
  const hasCustom = form.enableTLS && form.enableCustomCerts
  return {
    name: form.tenantName,
    namespace: form.namespace,
    access_key: '',
    secret_key: '',
    access_keys: [],
    secret_keys: [],
    enable_tls: form.enableTLS && form.enableAutoCert,
    enable_console: true,
    enable_prometheus: true,
    service_name: '',
    image: form.customImage ? form.imageName : '',
    console_image: form.customImage && parts.consoleImage ? form.consoleImage : '',
    expose_minio: form.exposeMinIO,
    expose_console: form.exposeConsole,
    pools: [
      {
        name: POOL,
        servers: Number(form.nodes),
        volumes_per_server: Number(form.drivesPerServer),
        volume_configuration: {
          size: distribution.volumeBytes,
          storage_class_name: form.selectedStorageClass,
          labels: null,
        },
        resources: { requests: { memory: memory.request }, limits: { memory: memory.limit } },
        ...(affinity && { affinity }),
      },
    ],
    erasureCodingParity: parityNumber(form.ecParity),
    image_pull_secret: '',
    ...(form.customDockerhub && { image_registry: textPayload('registry', form) }),
    ...(parts.logSearch &&
      form.logSearchCustom && {
        logSearchConfiguration: {
          ...textPayload('logSearch', form),
          image: form.customImage ? form.logSearchImage : '',
          postgres_image: form.customImage ? form.logSearchPostgresImage : '',
        },
      }),
    ...(parts.prometheus &&
      form.prometheusCustom && {
        prometheusConfiguration: {
          ...textPayload('prometheus', form),
          image: form.customImage ? form.prometheusImage : '',
        },
      }),
    ...(hasCustom && {
      tls: {
        minio: completePairs(form.minioCerts),
        ca_certificates: chosenAuthorities(form.minioCACerts),
        ...(parts.consoleImage && {
          console_ca_certificates: chosenAuthorities(form.consoleCACerts),
          ...optionalPair('console', form.consoleCert),
        }),
      },
    }),
    ...(form.enableEncryption && { encryption: encryptionOf(form) }),
    idp: idpOf(form),
  }
}

function affinityOf(form: WizardForm): PoolAffinity | undefined {
  if (form.podAffinity === 'none') return undefined
  const isSelecting = form.podAffinity === 'nodeSelector'
  return poolAffinity({
    tenant: form.tenantName,
    pool: POOL,
    isSpread: !isSelecting || form.withPodAntiAffinity,
    labels: isSelecting ? (nodeLabels(form.nodeSelectorLabels) ?? []) : [],
  })
}

interface AffinityOptions {
  tenant: string
  pool: string
  /** No two servers of the pool on one node. */
  isSpread: boolean
  /** Only on nodes that have each of the keys with one of its values. */
  labels: readonly { key: string; value: string }[]
}

export function poolAffinity({ tenant, pool, isSpread, labels }: AffinityOptions): PoolAffinity | undefined {
  const isIn = (key: string, values: string[]) => ({ key, operator: 'In' as const, values })
  const spread = {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        {
          labelSelector: { matchExpressions: [isIn('v1.min.io/tenant', [tenant]), isIn('v1.min.io/pool', [pool])] },
          topologyKey: 'kubernetes.io/hostname',
        },
      ],
    },
  }
  // Requirements apply all together: two of the same key would match no node.
  const keys = [...new Set(labels.map(({ key }) => key))]
  const valuesOf = (wanted: string) => labels.filter(({ key }) => key === wanted).map(({ value }) => value)
  const selected = {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: keys.map((key) => isIn(key, valuesOf(key))) }],
      },
    },
  }
  if (!isSpread && labels.length === 0) return undefined
  return { ...(isSpread && spread), ...(labels.length > 0 && selected) }
}

function idpOf(form: WizardForm): NewIdp {
  switch (form.idpSelection) {
    case 'Built-in':
      return {
        keys: form.accessKeys.map((access_key, index) => ({ access_key, secret_key: form.secretKeys[index] ?? '' })),
      }
    case 'OpenID':
      return {
        oidc: { ...textPayload('openId', form), configuration_url: '', claim_name: '', callback_url: '', scopes: '' },
      }
    case 'AD':
      return {
        active_directory: {
          ...textPayload('directory', form),
          skip_tls_verification: form.ADSkipTLS,
          server_insecure: form.ADServerInsecure,
          server_start_tls: false,
          username_format: '',
          username_search_filter: '',
          user_dn_search_filter: '',
        },
      }
  }
}

function encryptionOf(form: WizardForm): NewEncryption {
  return {
    image: form.customImage ? form.kesImage : '',
    ...optionalPair('client', form.clientCert),
    ...optionalPair('server', form.serverCert),
    ...providerOf(form),
  }
}

function providerOf(form: WizardForm): Pick<NewEncryption, 'vault' | 'aws' | 'gemalto' | 'gcp'> {
  switch (form.encryptionType) {
    case 'vault': {
      const { key, cert } = form.vaultCert
      const tls = {
        ...(key !== '' && cert !== '' && { key, crt: cert }),
        ...(form.vaultCA !== '' && { ca: form.vaultCA }),
      }
      return { vault: { ...textPayload('vault', form), ...(Object.keys(tls).length > 0 && { tls }) } }
    }
    case 'aws':
      return { aws: textPayload('aws', form) }
    case 'gemalto': {
      const { keysecure } = textPayload('gemalto', form)
      return { gemalto: { keysecure: { ...keysecure, ...(form.gemaltoCA !== '' && { tls: { ca: form.gemaltoCA } }) } } }
    }
    case 'gcp':
      return { gcp: textPayload('gcp', form) }
  }
}

/** A certificate needs both files, otherwise it is dropped (spec operator-mode 5). */
function optionalPair<Name extends string>(
  name: Name,
  { key, cert }: CertificateEntry,
): { [K in Name]?: { crt: string; key: string } } {
  if (key === '' || cert === '') return {}
  return { [name]: { crt: cert, key } } as { [K in Name]?: { crt: string; key: string } }
}
