/** What tenants may be given, with the messages of the specification (operator-mode 5) in the language of the page. '' means valid. */
import { sentence, type Text, textsOf } from '../text.ts'
import { MIN_DRIVES_PER_SERVER, MIN_MEMORY_GI, MIN_NODES, MIN_VOLUME_BYTES, quantityText } from './size.ts'

/** Why a value for a tenant is invalid. */
export const TENANT_TEXTS = {
  consoleKey: 'Keys must be at least length 8',
  drives: 'There must be at least one drive',
  hyphen: 'The name can’t start or end with a hyphen',
  image: "Format must be of form: '{{image}}:VERSION'",
  memory: 'Memory size must be greater than 2Gi',
  namespace: 'Please enter a valid namespace',
  nodeLabels: 'You need to add at least one label key-pair',
  nodes: 'Number of nodes cannot be less than 4',
  oneTenant: 'You can only create one tenant per namespace',
  required: 'Field cannot be empty',
  seconds: 'Value needs to be 0 or greater',
  tenantName: "Name only can contain lowercase letters, numbers and '-'. Min. Length: 3",
  totalSize: 'Volume size must be greater than 1Gi and less than {{limit}}',
  volumeSize: 'Volume size must be present and be greatter than 0',
} as const

const text = textsOf('tenant', TENANT_TEXTS)

function textOf(name: keyof typeof TENANT_TEXTS, values = {}): string {
  return sentence(text(name, values))
}

export const TENANT_NAME = /^[a-z0-9-]{3,63}$/

export function tenantNameProblem(name: string): string {
  return sentence(invalidTenantName(name)) ?? ''
}

/** The same for a response; undefined means valid. */
export function invalidTenantName(name: string): Text | undefined {
  if (name === '') return text('required')
  if (!TENANT_NAME.test(name)) return text('tenantName')
  // Kubernetes derives names of services and pods from it.
  return /^-|-$/.test(name) ? text('hyphen') : undefined
}

/** Whether Kubernetes accepts it as the name of a namespace. */
export function isNamespaceName(name: string): boolean {
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name)
}

export function namespaceProblem(name: string, found: { hasTenant: boolean; hasClasses: boolean }): string {
  if (name === '') return textOf('required')
  if (found.hasTenant) return textOf('oneTenant')
  if (!isNamespaceName(name) || !found.hasClasses) return textOf('namespace')
  return ''
}

export function requiredProblem(text: string): string {
  return text.trim() === '' ? textOf('required') : ''
}

/** Names in the hints for images, with the registry's user. */
export const IMAGE_NAMES = {
  image: 'minio/minio',
  console_image: 'minio/console',
  kes_image: 'minio/kes',
  log_image: 'minio/operator',
  postgres_image: 'library/postgres',
  prometheus_image: 'quay.io/prometheus/prometheus',
} as const
export type ImageField = keyof typeof IMAGE_NAMES

/** `registry/name:tag` */
export function isImage(image: string): boolean {
  return /^[^\s/]+(\/[^\s/:]+)+(:[^\s:/]+)$/.test(image)
}

/** '' keeps the default image. */
export function imageProblem(field: ImageField, image: string): string {
  return image === '' || isImage(image) ? '' : textOf('image', { image: IMAGE_NAMES[field] })
}

/** Size of the volume of log search or Prometheus, in Gi. */
export function volumeSizeProblem(size: string): string {
  // The spelling is the specification's.
  return Number(size) > 0 ? '' : textOf('volumeSize')
}

export function nodesProblem(nodes: number): string {
  return Number.isInteger(nodes) && nodes >= MIN_NODES ? '' : textOf('nodes')
}

export function drivesProblem(drives: number): string {
  return Number.isInteger(drives) && drives >= MIN_DRIVES_PER_SERVER ? '' : textOf('drives')
}

/** `limitBytes`: what is left in the quota of the storage class. */
export function totalSizeProblem(bytes: number, limitBytes: number): string {
  if (bytes >= MIN_VOLUME_BYTES && bytes <= limitBytes) return ''
  return textOf('totalSize', { limit: quantityText(limitBytes) })
}

export function memorySizeProblem(gi: number): string {
  return gi >= MIN_MEMORY_GI ? '' : textOf('memory')
}

/** Of keys of the built-in identity provider. */
export function consoleKeyProblem(key: string): string {
  return /^[a-zA-Z0-9-]{8,63}$/.test(key) ? '' : textOf('consoleKey')
}

/** Vault and Gemalto: retries and pings in seconds. */
export function secondsProblem(text: string): string {
  return text === '' || Number(text) >= 0 ? '' : textOf('seconds')
}

/** Pairs of `key=value&key2=value2`; undefined if it isn't well-formed. */
export function nodeLabels(text: string): { key: string; value: string }[] | undefined {
  const pairs = text.split('&').map((pair) => /^([^=\s]+)=([^=\s]+)$/.exec(pair.trim()))
  if (pairs.some((pair) => pair === null)) return undefined
  return pairs.map((pair) => ({ key: pair?.[1] ?? '', value: pair?.[2] ?? '' }))
}

export function nodeLabelsProblem(text: string): string {
  return nodeLabels(text) === undefined ? textOf('nodeLabels') : ''
}

/** Values go into a file of `export NAME="value"` lines that knows no escapes. */
export function isConfigValue(value: string): boolean {
  return !/["\p{Cc}]/u.test(value)
}

/** What has to be typed before drives are formatted. */
export const FORMAT_CONFIRMATION = 'YES, PROCEED'
