import type { SizeUnit } from '@cooperage/contract'
import { type CertificateEntry, emptyEntry } from '../CertificateEntries.tsx'
import { type SwitchValues, startValues, type TextValues } from './wizard-fields.ts'

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

type IdpSelection = 'Built-in' | 'OpenID' | 'AD'
export type EncryptionType = 'vault' | 'aws' | 'gemalto' | 'gcp'
type PodAffinity = 'none' | 'default' | 'nodeSelector'

/** Everything that is entered, with the field names of the specification (operator-mode 2 and 3). */
export interface WizardForm extends TextValues, SwitchValues {
  namespace: string
  podAffinity: PodAffinity
  idpSelection: IdpSelection
  accessKeys: string[]
  secretKeys: string[]
  minioCerts: CertificateEntry[]
  minioCACerts: CertificateEntry[]
  consoleCert: CertificateEntry
  consoleCACerts: CertificateEntry[]
  encryptionType: EncryptionType
  serverCert: CertificateEntry
  clientCert: CertificateEntry
  vaultCert: CertificateEntry
  vaultCA: string
  gemaltoCA: string
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
    ...startValues(),
    namespace: '',
    podAffinity: 'default',
    idpSelection: 'Built-in',
    accessKeys: [accessKey],
    secretKeys: [secretKey],
    minioCerts: [emptyEntry()],
    minioCACerts: [emptyEntry()],
    consoleCert: emptyEntry(),
    consoleCACerts: [emptyEntry()],
    encryptionType: 'vault',
    serverCert: emptyEntry(),
    clientCert: emptyEntry(),
    vaultCert: emptyEntry(),
    vaultCA: '',
    gemaltoCA: '',
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
