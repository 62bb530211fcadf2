import {
  consoleKeyProblem,
  distributionOf,
  drivesProblem,
  erasureCodeOf,
  memoryOf,
  memorySizeProblem,
  namespaceProblem,
  nodesProblem,
  sizeBytes,
  totalSizeProblem,
} from '@cooperage/contract'
import { completePairs } from '../CertificateEntries.tsx'
import { textProblems, textsIn } from './wizard-fields.ts'
import type { Step, WizardForm } from './wizard-form.ts'

/** What the cluster reported about the entered values. */
export interface Facts {
  /** Whether the namespace was checked; an unchecked one is neither valid nor wrong. */
  isNamespaceChecked: boolean
  hasTenant: boolean
  /** Storage classes with the bytes that their quota still allows; undefined if they can't be read, so that one is typed. */
  classes: readonly { name: string; available: number }[] | undefined
  parityChoices: readonly string[]
  /** Bytes; undefined if it can't be read, so that it isn't checked. */
  maxMemory: number | undefined
}

type Field = keyof WizardForm | `accessKeys.${number}` | `secretKeys.${number}` | 'size' | 'memory' | 'certificates'
/** Messages by field; a step is valid if it has none. */
export type Problems = Partial<Record<Field, string>>

/** Problems of a step (spec operator-mode 5). */
export function problemsOf(step: Step, form: WizardForm, facts: Facts): Problems {
  return withoutEmpty(CHECKS[step](form, facts))
}

const CHECKS: Record<Step, (form: WizardForm, facts: Facts) => Problems> = {
  nameTenant: (form, { isNamespaceChecked, hasTenant, classes }) => ({
    ...textProblems(form, ['tenantName']),
    namespace:
      form.namespace !== '' && !isNamespaceChecked
        ? 'Checking the namespace'
        : namespaceProblem(form.namespace, { hasTenant, hasClasses: classes?.length !== 0 }),
    ...(classes && textProblems(form, ['selectedStorageClass'])),
  }),
  configure: (form) => ({
    ...(form.customImage && textProblems(form, textsIn('images'))),
    ...(form.customDockerhub && textProblems(form, textsIn('registry'))),
    ...(form.logSearchCustom && textProblems(form, textsIn('logSearch'))),
    ...(form.prometheusCustom && textProblems(form, textsIn('prometheus'))),
  }),
  affinity: (form) => ({
    ...(form.podAffinity === 'nodeSelector' && textProblems(form, ['nodeSelectorLabels'])),
  }),
  identityProvider: (form) => {
    if (form.idpSelection === 'OpenID') return textProblems(form, textsIn('openId'))
    if (form.idpSelection === 'AD') return textProblems(form, textsIn('directory'))
    const problems: Problems = {}
    for (const [index, key] of form.accessKeys.entries()) problems[`accessKeys.${index}`] = consoleKeyProblem(key)
    for (const [index, key] of form.secretKeys.entries()) problems[`secretKeys.${index}`] = consoleKeyProblem(key)
    return problems
  },
  security: (form) => ({
    ...(form.enableTLS &&
      !form.enableAutoCert &&
      !form.enableCustomCerts && { enableTLS: 'Turn on AutoCert or custom certificates, or turn off TLS' }),
  }),
  encryption: (form) => {
    if (!form.enableEncryption) return {}
    if (!mayEncrypt(form)) return { enableEncryption: 'Encryption needs TLS with AutoCert or a MinIO certificate' }
    const needsCertificates = !form.enableAutoCert && !(isPair(form.serverCert) && isPair(form.clientCert))
    return {
      ...(needsCertificates && { certificates: 'Choose key and certificate of the server and of the client' }),
      ...textProblems(form, textsIn(form.encryptionType)),
    }
  },
  tenantSize: (form, facts) => {
    const { distribution, memory, totalBytes, erasureCode } = sizeOf(form, facts)
    const { classes } = facts
    const limit =
      classes === undefined
        ? Number.MAX_SAFE_INTEGER
        : (classes.find(({ name }) => name === form.selectedStorageClass)?.available ?? 0)
    const counts = withoutEmpty({
      nodes: nodesProblem(Number(form.nodes)),
      drivesPerServer: drivesProblem(Number(form.drivesPerServer)),
    })
    const sizes = {
      volumeSize: totalSizeProblem(totalBytes, limit),
      memoryNode: memorySizeProblem(Number(form.memoryNode)),
    }
    // Without valid counts there are neither memory nor an erasure code, which would only repeat the problem.
    if (Object.keys(counts).length > 0) return { ...counts, ...sizes }
    return {
      ...sizes,
      size: distribution.error,
      memory: memory.error,
      ecParity: erasureCode === undefined ? 'Choose an erasure code' : '',
    }
  },
  preview: () => ({}),
}

/** The calculated results of the size step (spec operator-mode 9). */
export function sizeOf(form: WizardForm, { parityChoices, maxMemory }: Facts) {
  const totalBytes = sizeBytes(form.volumeSize, form.sizeFactor)
  const drivesPerServer = Number(form.drivesPerServer)
  const distribution = distributionOf(totalBytes, Number(form.nodes), drivesPerServer)
  return {
    totalBytes,
    distribution,
    memory: memoryOf(Number(form.memoryNode), maxMemory, totalBytes),
    erasureCode: erasureCodeOf(parityChoices, form.ecParity, { rawBytes: totalBytes, drivesPerServer }),
  }
}

/** Whether encryption may be turned on (spec operator-mode 4). */
export function mayEncrypt(form: WizardForm): boolean {
  if (!form.enableTLS) return false
  return form.enableAutoCert || (form.enableCustomCerts && completePairs(form.minioCerts).length > 0)
}

function isPair({ key, cert }: { key: string; cert: string }): boolean {
  return key !== '' && cert !== ''
}

function withoutEmpty(problems: Problems): Problems {
  return Object.fromEntries(Object.entries(problems).filter(([, message]) => message !== ''))
}
