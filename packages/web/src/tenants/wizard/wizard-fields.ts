import {
  type ImageField,
  imageProblem,
  type NewEncryption,
  type NewIdp,
  type NewTenant,
  nodeLabelsProblem,
  requiredProblem,
  secondsProblem,
  tenantNameProblem,
  volumeSizeProblem,
} from '@cooperage/contract'
import type { ParseKeys } from 'i18next'

/** Which optional parts the operator of the cluster supports. */
export interface OperatorParts {
  logSearch: boolean
  prometheus: boolean
  consoleImage: boolean
}

/** The parts of the payload that consist of text fields (spec operator-mode 3, Tenant creation payload). */
interface TextPayloads {
  registry: NonNullable<NewTenant['image_registry']>
  logSearch: Omit<NonNullable<NewTenant['logSearchConfiguration']>, 'image' | 'postgres_image'>
  prometheus: Omit<NonNullable<NewTenant['prometheusConfiguration']>, 'image'>
  openId: NonNullable<NewIdp['oidc']>
  directory: NonNullable<NewIdp['active_directory']>
  vault: NonNullable<NewEncryption['vault']>
  aws: NonNullable<NewEncryption['aws']>
  gemalto: NonNullable<NewEncryption['gemalto']>
  gcp: NonNullable<NewEncryption['gcp']>
}

/** The way to a value of an object: `approle.retry`. */
type PathIn<T> = {
  [K in keyof T & string]-?: NonNullable<T[K]> extends string | number | boolean
    ? K
    : NonNullable<T[K]> extends readonly unknown[]
      ? never
      : `${K}.${PathIn<NonNullable<T[K]>>}`
}[keyof T & string]

interface ShownField {
  label: ParseKeys<'tenantWizard'>
  hint?: ParseKeys<'tenantWizard'>
}

interface TextLooks extends ShownField {
  /** Default: ''. */
  initial?: string
  /** Why a value is wrong; '' if it isn't. Without it, none is. */
  problem?: (value: string) => string
  isSecret?: boolean
  /** Entered as a number, and a number in the payload. */
  isNumber?: boolean
  /** Exists only if the operator has this part. */
  part?: keyof OperatorParts
}

type PlaceInPayload =
  | { [G in keyof TextPayloads]: { group: G; path: PathIn<TextPayloads[G]> } }[keyof TextPayloads]
  | { group?: 'images'; path?: undefined }

type TextRow = TextLooks & PlaceInPayload

const image = (field: ImageField) => (value: string) => imageProblem(field, value)

/** Every text field, with the names of the specification (operator-mode 2 and 3), by group in the order of the form. */
const TEXTS = {
  tenantName: { label: 'name.tenantName', problem: tenantNameProblem },
  selectedStorageClass: { label: 'name.storageClass', hint: 'name.classTyped', problem: requiredProblem },
  nodeSelectorLabels: { label: 'affinity.labels', hint: 'affinity.labelsHint', problem: nodeLabelsProblem },

  imageName: { group: 'images', label: 'configure.imageName', problem: image('image') },
  consoleImage: {
    group: 'images',
    part: 'consoleImage',
    label: 'configure.consoleImage',
    problem: image('console_image'),
  },
  kesImage: { group: 'images', label: 'configure.kesImage', problem: image('kes_image') },
  logSearchImage: {
    group: 'images',
    part: 'logSearch',
    label: 'configure.logSearchImage',
    problem: image('log_image'),
  },
  logSearchPostgresImage: {
    group: 'images',
    part: 'logSearch',
    label: 'configure.logSearchPostgresImage',
    problem: image('postgres_image'),
  },
  prometheusImage: {
    group: 'images',
    part: 'prometheus',
    label: 'configure.prometheusImage',
    problem: image('prometheus_image'),
  },

  imageRegistry: { group: 'registry', path: 'registry', label: 'configure.imageRegistry', problem: requiredProblem },
  imageRegistryUsername: {
    group: 'registry',
    path: 'username',
    label: 'configure.imageRegistryUsername',
    problem: requiredProblem,
  },
  imageRegistryPassword: {
    group: 'registry',
    path: 'password',
    label: 'configure.imageRegistryPassword',
    problem: requiredProblem,
    isSecret: true,
  },

  logSearchSelectedStorageClass: {
    group: 'logSearch',
    path: 'storageClass',
    label: 'configure.storageClass',
    problem: requiredProblem,
  },
  logSearchVolumeSize: {
    group: 'logSearch',
    path: 'storageSize',
    label: 'configure.logSearchSize',
    problem: volumeSizeProblem,
    initial: '5',
    isNumber: true,
  },
  prometheusSelectedStorageClass: {
    group: 'prometheus',
    path: 'storageClass',
    label: 'configure.storageClass',
    problem: requiredProblem,
  },
  prometheusVolumeSize: {
    group: 'prometheus',
    path: 'storageSize',
    label: 'configure.prometheusSize',
    problem: volumeSizeProblem,
    initial: '5',
    isNumber: true,
  },

  openIDURL: {
    group: 'openId',
    path: 'url',
    label: 'identity.openIDURL',
    hint: 'identity.openIDURLHint',
    problem: requiredProblem,
  },
  openIDClientID: { group: 'openId', path: 'client_id', label: 'identity.openIDClientID', problem: requiredProblem },
  openIDSecretID: {
    group: 'openId',
    path: 'secret_id',
    label: 'identity.openIDSecretID',
    problem: requiredProblem,
    isSecret: true,
  },

  ADURL: {
    group: 'directory',
    path: 'url',
    label: 'identity.ADURL',
    hint: 'identity.ADURLHint',
    problem: requiredProblem,
  },
  ADLookupBindDN: {
    group: 'directory',
    path: 'lookup_bind_dn',
    label: 'identity.ADLookupBindDN',
    problem: requiredProblem,
  },
  ADLookupBindPassword: {
    group: 'directory',
    path: 'lookup_bind_password',
    label: 'identity.ADLookupBindPassword',
    isSecret: true,
  },
  ADUserBaseDN: {
    group: 'directory',
    path: 'user_dn_search_base_dn',
    label: 'identity.ADUserBaseDN',
    problem: requiredProblem,
  },
  ADUserNameFilter: {
    group: 'directory',
    path: 'user_search_filter',
    label: 'identity.ADUserNameFilter',
    hint: 'identity.ADUserNameFilterHint',
    problem: requiredProblem,
  },
  ADGroupBaseDN: {
    group: 'directory',
    path: 'group_search_base_dn',
    label: 'identity.ADGroupBaseDN',
    problem: requiredProblem,
  },
  ADGroupSearchFilter: {
    group: 'directory',
    path: 'group_search_filter',
    label: 'identity.ADGroupSearchFilter',
    hint: 'identity.ADGroupSearchFilterHint',
    problem: requiredProblem,
  },
  ADNameAttribute: {
    group: 'directory',
    path: 'group_name_attribute',
    label: 'identity.ADNameAttribute',
    problem: requiredProblem,
  },

  vaultEndpoint: { group: 'vault', path: 'endpoint', label: 'encryption.endpoint', problem: requiredProblem },
  vaultEngine: { group: 'vault', path: 'engine', label: 'encryption.engine' },
  vaultNamespace: { group: 'vault', path: 'namespace', label: 'encryption.namespace' },
  vaultPrefix: { group: 'vault', path: 'prefix', label: 'encryption.prefix' },
  vaultAppRoleEngine: { group: 'vault', path: 'approle.engine', label: 'encryption.appRoleEngine' },
  vaultId: { group: 'vault', path: 'approle.id', label: 'encryption.appRoleId', problem: requiredProblem },
  vaultSecret: {
    group: 'vault',
    path: 'approle.secret',
    label: 'encryption.appRoleSecret',
    problem: requiredProblem,
    isSecret: true,
  },
  vaultRetry: {
    group: 'vault',
    path: 'approle.retry',
    label: 'encryption.retry',
    problem: secondsProblem,
    initial: '0',
    isNumber: true,
  },
  vaultPing: {
    group: 'vault',
    path: 'status.ping',
    label: 'encryption.ping',
    problem: secondsProblem,
    initial: '0',
    isNumber: true,
  },

  awsEndpoint: {
    group: 'aws',
    path: 'secretsmanager.endpoint',
    label: 'encryption.endpoint',
    problem: requiredProblem,
  },
  awsRegion: { group: 'aws', path: 'secretsmanager.region', label: 'encryption.region', problem: requiredProblem },
  awsKMSKey: { group: 'aws', path: 'secretsmanager.kmskey', label: 'encryption.kmsKey' },
  awsAccessKey: {
    group: 'aws',
    path: 'secretsmanager.credentials.accesskey',
    label: 'encryption.accessKey',
    problem: requiredProblem,
  },
  awsSecretKey: {
    group: 'aws',
    path: 'secretsmanager.credentials.secretkey',
    label: 'encryption.secretKey',
    problem: requiredProblem,
    isSecret: true,
  },
  awsToken: { group: 'aws', path: 'secretsmanager.credentials.token', label: 'encryption.token', isSecret: true },

  gemaltoEndpoint: {
    group: 'gemalto',
    path: 'keysecure.endpoint',
    label: 'encryption.endpoint',
    problem: requiredProblem,
  },
  gemaltoToken: {
    group: 'gemalto',
    path: 'keysecure.credentials.token',
    label: 'encryption.token',
    problem: requiredProblem,
    isSecret: true,
  },
  gemaltoDomain: {
    group: 'gemalto',
    path: 'keysecure.credentials.domain',
    label: 'encryption.domain',
    problem: requiredProblem,
  },
  gemaltoRetry: {
    group: 'gemalto',
    path: 'keysecure.credentials.retry',
    label: 'encryption.retry',
    problem: secondsProblem,
    initial: '0',
    isNumber: true,
  },

  gcpProjectID: {
    group: 'gcp',
    path: 'secretmanager.project_id',
    label: 'encryption.projectId',
    problem: requiredProblem,
  },
  gcpEndpoint: { group: 'gcp', path: 'secretmanager.endpoint', label: 'encryption.endpoint' },
  gcpClientEmail: { group: 'gcp', path: 'secretmanager.credentials.client_email', label: 'encryption.clientEmail' },
  gcpClientID: { group: 'gcp', path: 'secretmanager.credentials.client_id', label: 'encryption.clientId' },
  gcpPrivateKeyID: {
    group: 'gcp',
    path: 'secretmanager.credentials.private_key_id',
    label: 'encryption.privateKeyId',
  },
  gcpPrivateKey: {
    group: 'gcp',
    path: 'secretmanager.credentials.private_key',
    label: 'encryption.privateKey',
    isSecret: true,
  },
} as const satisfies Record<string, TextRow>

export type TextName = keyof typeof TEXTS
type TextGroup = keyof TextPayloads | 'images'

/** Every switch. */
const SWITCHES = {
  customImage: { initial: false, label: 'configure.customImage', hint: 'configure.customImageHint' },
  customDockerhub: { initial: false, label: 'configure.customDockerhub' },
  exposeMinIO: { initial: true, label: 'configure.exposeMinIO', hint: 'configure.exposeHint' },
  exposeConsole: { initial: true, label: 'configure.exposeConsole' },
  logSearchCustom: { initial: false, label: 'configure.logSearch' },
  prometheusCustom: { initial: false, label: 'configure.prometheus' },
  withPodAntiAffinity: { initial: true, label: 'affinity.withAntiAffinity' },
  ADSkipTLS: { initial: false, label: 'identity.ADSkipTLS' },
  ADServerInsecure: { initial: false, label: 'identity.ADServerInsecure' },
  enableTLS: { initial: true, label: 'security.tls', hint: 'security.tlsHint' },
  enableAutoCert: { initial: true, label: 'security.autoCert', hint: 'security.autoCertHint' },
  enableCustomCerts: { initial: false, label: 'security.custom', hint: 'security.customHint' },
  enableEncryption: { initial: false, label: 'encryption.enable' },
  enableCustomCertsForKES: { initial: false, label: 'encryption.custom' },
} as const satisfies Record<string, ShownField & { initial: boolean }>

export type SwitchName = keyof typeof SWITCHES

export type TextValues = Record<TextName, string>
export type SwitchValues = Record<SwitchName, boolean>

const TEXT_NAMES = Object.keys(TEXTS) as readonly TextName[]

/** A field with the texts that exist, of which none has placeholders. */
type Shown<Fields, Row, Field = Fields[keyof Fields]> = Row & {
  label: Field extends { label: infer L } ? L : never
  hint?: Field extends { hint: infer H } ? H : never
}

export const textField = (name: TextName): Shown<typeof TEXTS, TextRow> => TEXTS[name]
export const switchField = (name: SwitchName): Shown<typeof SWITCHES, ShownField> => SWITCHES[name]

export function startValues(): TextValues & SwitchValues {
  const texts = TEXT_NAMES.map((name) => [name, textField(name).initial ?? ''])
  const switches = Object.entries(SWITCHES).map(([name, { initial }]) => [name, initial])
  return Object.fromEntries([...texts, ...switches])
}

/** The fields of a group, in their order. */
export const textsIn = (group: TextGroup) => TEXT_NAMES.filter((name) => textField(name).group === group)

/** The problem of each of these fields; '' for none. */
export function textProblems(values: TextValues, names: readonly TextName[]): Partial<Record<TextName, string>> {
  return Object.fromEntries(names.map((name) => [name, textField(name).problem?.(values[name]) ?? '']))
}

/** What the fields of a group are in the payload. */
export function textPayload<G extends keyof TextPayloads>(group: G, values: TextValues): TextPayloads[G] {
  const payload: Record<string, unknown> = {}
  for (const name of textsIn(group)) {
    const { path = '', isNumber } = textField(name)
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    let part = payload
    for (const key of keys) {
      part[key] ??= {}
      part = part[key] as Record<string, unknown>
    }
    part[last] = isNumber ? Number(values[name]) : values[name]
  }
  // The paths are those of the type; that none is missing is tested.
  return payload as unknown as TextPayloads[G]
}
