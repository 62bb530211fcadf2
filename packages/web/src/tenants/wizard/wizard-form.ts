import type { SizeUnit } from '@cooperage/contract'
import { type CertificateEntry, emptyEntry } from '../CertificateEntries.tsx'

/** The eight steps; the middle ones only in advanced mode (spec operator-mode 2). */
export const STEPS = [
  'nameTenant',
  'configure',
  'affinity',
  'identityProvider',
  'security',
  'encryption',
  'tenantSize',
  'preview',
] as const
export type Step = (typeof STEPS)[number]

const SIMPLE_STEPS: readonly Step[] = ['nameTenant', 'tenantSize', 'preview']

export function stepsOf(isAdvanced: boolean): readonly Step[] {
  return isAdvanced ? STEPS : SIMPLE_STEPS
}

export type IdpSelection = 'Built-in' | 'OpenID' | 'AD'
export type EncryptionType = 'vault' | 'aws' | 'gemalto' | 'gcp'
export type PodAffinity = 'none' | 'default' | 'nodeSelector'

/** Everything that is entered, with the field names of the specification (operator-mode 2 and 3). */
export interface WizardForm {
  tenantName: string
  namespace: string
  selectedStorageClass: string

  customImage: boolean
  imageName: string
  consoleImage: string
  kesImage: string
  logSearchImage: string
  logSearchPostgresImage: string
  prometheusImage: string
  customDockerhub: boolean
  imageRegistry: string
  imageRegistryUsername: string
  imageRegistryPassword: string
  exposeMinIO: boolean
  exposeConsole: boolean
  logSearchCustom: boolean
  logSearchSelectedStorageClass: string
  logSearchVolumeSize: string
  prometheusCustom: boolean
  prometheusSelectedStorageClass: string
  prometheusVolumeSize: string

  podAffinity: PodAffinity
  nodeSelectorLabels: string
  withPodAntiAffinity: boolean

  idpSelection: IdpSelection
  accessKeys: string[]
  secretKeys: string[]
  openIDURL: string
  openIDClientID: string
  openIDSecretID: string
  ADURL: string
  ADSkipTLS: boolean
  ADServerInsecure: boolean
  ADUserNameFilter: string
  ADGroupBaseDN: string
  ADGroupSearchFilter: string
  ADNameAttribute: string
  ADLookupBindDN: string
  ADLookupBindPassword: string
  ADUserBaseDN: string

  enableTLS: boolean
  enableAutoCert: boolean
  enableCustomCerts: boolean
  minioCerts: CertificateEntry[]
  minioCACerts: CertificateEntry[]
  consoleCert: CertificateEntry
  consoleCACerts: CertificateEntry[]

  enableEncryption: boolean
  encryptionType: EncryptionType
  enableCustomCertsForKES: boolean
  serverCert: CertificateEntry
  clientCert: CertificateEntry
  vaultEndpoint: string
  vaultEngine: string
  vaultNamespace: string
  vaultPrefix: string
  vaultAppRoleEngine: string
  vaultId: string
  vaultSecret: string
  vaultRetry: string
  vaultPing: string
  vaultCert: CertificateEntry
  vaultCA: string
  awsEndpoint: string
  awsRegion: string
  awsKMSKey: string
  awsAccessKey: string
  awsSecretKey: string
  awsToken: string
  gemaltoEndpoint: string
  gemaltoToken: string
  gemaltoDomain: string
  gemaltoRetry: string
  gemaltoCA: string
  gcpProjectID: string
  gcpEndpoint: string
  gcpClientEmail: string
  gcpClientID: string
  gcpPrivateKeyID: string
  gcpPrivateKey: string

  volumeSize: string
  sizeFactor: SizeUnit
  drivesPerServer: string
  nodes: string
  memoryNode: string
  /** '' until the choices are known. */
  ecParity: string
}

/** Defaults (spec operator-mode 3 and 9). */
export function startForm(): WizardForm {
  const { accessKey, secretKey } = randomKeys()
  return {
    tenantName: '',
    namespace: '',
    selectedStorageClass: '',
    customImage: false,
    imageName: '',
    consoleImage: '',
    kesImage: '',
    logSearchImage: '',
    logSearchPostgresImage: '',
    prometheusImage: '',
    customDockerhub: false,
    imageRegistry: '',
    imageRegistryUsername: '',
    imageRegistryPassword: '',
    exposeMinIO: true,
    exposeConsole: true,
    logSearchCustom: false,
    logSearchSelectedStorageClass: '',
    logSearchVolumeSize: '5',
    prometheusCustom: false,
    prometheusSelectedStorageClass: '',
    prometheusVolumeSize: '5',
    podAffinity: 'default',
    nodeSelectorLabels: '',
    withPodAntiAffinity: true,
    idpSelection: 'Built-in',
    accessKeys: [accessKey],
    secretKeys: [secretKey],
    openIDURL: '',
    openIDClientID: '',
    openIDSecretID: '',
    ADURL: '',
    ADSkipTLS: false,
    ADServerInsecure: false,
    ADUserNameFilter: '',
    ADGroupBaseDN: '',
    ADGroupSearchFilter: '',
    ADNameAttribute: '',
    ADLookupBindDN: '',
    ADLookupBindPassword: '',
    ADUserBaseDN: '',
    enableTLS: true,
    enableAutoCert: true,
    enableCustomCerts: false,
    minioCerts: [emptyEntry()],
    minioCACerts: [emptyEntry()],
    consoleCert: emptyEntry(),
    consoleCACerts: [emptyEntry()],
    enableEncryption: false,
    encryptionType: 'vault',
    enableCustomCertsForKES: false,
    serverCert: emptyEntry(),
    clientCert: emptyEntry(),
    vaultEndpoint: '',
    vaultEngine: '',
    vaultNamespace: '',
    vaultPrefix: '',
    vaultAppRoleEngine: '',
    vaultId: '',
    vaultSecret: '',
    vaultRetry: '0',
    vaultPing: '0',
    vaultCert: emptyEntry(),
    vaultCA: '',
    awsEndpoint: '',
    awsRegion: '',
    awsKMSKey: '',
    awsAccessKey: '',
    awsSecretKey: '',
    awsToken: '',
    gemaltoEndpoint: '',
    gemaltoToken: '',
    gemaltoDomain: '',
    gemaltoRetry: '0',
    gemaltoCA: '',
    gcpProjectID: '',
    gcpEndpoint: '',
    gcpClientEmail: '',
    gcpClientID: '',
    gcpPrivateKeyID: '',
    gcpPrivateKey: '',
    volumeSize: '100',
    sizeFactor: 'Gi',
    drivesPerServer: '1',
    nodes: '4',
    memoryNode: '2',
    ecParity: '',
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** A generated access key has 16 characters, a secret key 32. */
export function randomKeys(): { accessKey: string; secretKey: string } {
  return { accessKey: randomText(16), secretKey: randomText(32) }
}

function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    const bytes = crypto.getRandomValues(new Uint8Array(length))
    // Larger bytes would make the first letters more likely.
    for (const byte of bytes) if (byte < 248 && text.length < length) text += LETTERS[byte % LETTERS.length]
  }
  return text
}
