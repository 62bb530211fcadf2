/** What tenants may be given, with the messages of the specification (operator-mode 5). '' means valid. */
import { MIN_DRIVES_PER_SERVER, MIN_MEMORY_GI, MIN_NODES, MIN_VOLUME_BYTES, quantityText } from './size.ts'

export const TENANT_NAME = /^[a-z0-9-]{3,63}$/
export const REQUIRED = 'Field cannot be empty'

export function tenantNameProblem(name: string): string {
  if (name === '') return REQUIRED
  if (!TENANT_NAME.test(name)) return "Name only can contain lowercase letters, numbers and '-'. Min. Length: 3"
  // Kubernetes derives names of services and pods from it.
  if (/^-|-$/.test(name)) return 'The name can’t start or end with a hyphen'
  return ''
}

/** Whether Kubernetes accepts it as the name of a namespace. */
export function isNamespaceName(name: string): boolean {
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name)
}

export function namespaceProblem(name: string, found: { hasTenant: boolean; hasClasses: boolean }): string {
  if (name === '') return REQUIRED
  if (found.hasTenant) return 'You can only create one tenant per namespace'
  if (!isNamespaceName(name) || !found.hasClasses) return 'Please enter a valid namespace'
  return ''
}

export function requiredProblem(text: string): string {
  return text.trim() === '' ? REQUIRED : ''
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
  return image === '' || isImage(image) ? '' : `Format must be of form: '${IMAGE_NAMES[field]}:VERSION'`
}

/** Size of the volume of log search or Prometheus, in Gi. */
export function volumeSizeProblem(size: string): string {
  // The spelling is the specification's.
  return Number(size) > 0 ? '' : 'Volume size must be present and be greatter than 0'
}

export function nodesProblem(nodes: number): string {
  return Number.isInteger(nodes) && nodes >= MIN_NODES ? '' : 'Number of nodes cannot be less than 4'
}

export function drivesProblem(drives: number): string {
  return Number.isInteger(drives) && drives >= MIN_DRIVES_PER_SERVER ? '' : 'There must be at least one drive'
}

/** `limitBytes`: what is left in the quota of the storage class. */
export function totalSizeProblem(bytes: number, limitBytes: number): string {
  if (bytes >= MIN_VOLUME_BYTES && bytes <= limitBytes) return ''
  return `Volume size must be greater than 1Gi and less than ${quantityText(limitBytes)}`
}

export function memorySizeProblem(gi: number): string {
  return gi >= MIN_MEMORY_GI ? '' : 'Memory size must be greater than 2Gi'
}

/** Of keys of the built-in identity provider. */
export function consoleKeyProblem(key: string): string {
  return /^[a-zA-Z0-9-]{8,63}$/.test(key) ? '' : 'Keys must be at least length 8'
}

/** Vault and Gemalto: retries and pings in seconds. */
export function secondsProblem(text: string): string {
  return text === '' || Number(text) >= 0 ? '' : 'Value needs to be 0 or greater'
}

/** Pairs of `key=value&key2=value2`; undefined if it isn't well-formed. */
export function nodeLabels(text: string): { key: string; value: string }[] | undefined {
  const pairs = text.split('&').map((pair) => /^([^=\s]+)=([^=\s]+)$/.exec(pair.trim()))
  if (pairs.some((pair) => pair === null)) return undefined
  return pairs.map((pair) => ({ key: pair?.[1] ?? '', value: pair?.[2] ?? '' }))
}

export function nodeLabelsProblem(text: string): string {
  return nodeLabels(text) === undefined ? 'You need to add at least one label key-pair' : ''
}

/** Values go into a file of `export NAME="value"` lines that knows no escapes. */
export function isConfigValue(value: string): boolean {
  return !/["\p{Cc}]/u.test(value)
}

/** What has to be typed before drives are formatted. */
export const FORMAT_CONFIRMATION = 'YES, PROCEED'
