import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import { AppError, reasonText, type TenantCertificate, type Text } from '@cooperage/contract'
import type { Secret, Tenant } from '@cooperage/kube-client'

/** A certificate and its key from base64. @throws AppError InvalidCertificate */
export function readPair({ crt, key }: { crt: string; key: string }): { 'tls.crt': string; 'tls.key': string } {
  const certificate = readCertificate(crt)
  const invalid = (reason: Text, cause?: unknown) => new AppError('InvalidCertificate', { reason }, { cause })
  let isPair: boolean
  try {
    isPair = certificate.checkPrivateKey(createPrivateKey(Buffer.from(key, 'base64')))
  } catch (error) {
    throw invalid(reasonText('unreadablePrivateKey'), error)
  }
  if (!isPair) throw invalid(reasonText('keyOfOtherCertificate'))
  return { 'tls.crt': crt, 'tls.key': key }
}

/** @throws AppError InvalidCertificate */
export function readCertificate(base64: string): X509Certificate {
  const pem = Buffer.from(base64, 'base64')
  try {
    if (pem.includes('-----BEGIN CERTIFICATE-----')) return new X509Certificate(pem)
  } catch (error) {
    throw new AppError('InvalidCertificate', { reason: reasonText('unreadable') }, { cause: error })
  }
  throw new AppError('InvalidCertificate', { reason: reasonText('isNoPemFile') })
}

interface CertificateChanges {
  console: readonly unknown[]
  consoleCAs: readonly unknown[]
  secretsToBeDeleted: readonly string[]
}

/** The certificates of a separate console are read-only. @throws AppError SeparateConsole */
export function refuseConsoleChanges(
  { externalCertSecret, externalCaCertSecret = [] }: NonNullable<Tenant['spec']['console']>,
  { console, consoleCAs, secretsToBeDeleted }: CertificateChanges,
): void {
  const used = [...(externalCertSecret ? [externalCertSecret] : []), ...externalCaCertSecret].map(({ name }) => name)
  if (console.length + consoleCAs.length > 0 || used.some((name) => secretsToBeDeleted.includes(name))) {
    throw new AppError('SeparateConsole')
  }
}

/** How KES identifies a client: the hash of the public key of its certificate. */
export function kesIdentity(base64: string): string {
  const key = readCertificate(base64).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(key).digest('hex')
}

/** Types of secrets whose certificate has this key; it is `public.crt` in others. */
const TLS_TYPES = new Set(['kubernetes.io/tls', 'cert-manager.io/v1alpha2', 'cert-manager.io/v1'])

/** The certificate in a secret; a secret without a readable one is listed with its name alone. */
export function describeCertificate(secret: Secret, type: string | undefined): TenantCertificate {
  const data = secret.data?.[TLS_TYPES.has(type ?? '') ? 'tls.crt' : 'public.crt'] ?? ''
  const { name } = secret.metadata
  try {
    const { serialNumber, subject = '', subjectAltName = '', validTo } = readCertificate(data)
    const domains = subjectAltName.split(', ').flatMap((entry) => /^(?:DNS|IP Address):(.+)$/.exec(entry)?.[1] ?? [])
    const [, commonName = subject.replaceAll('\n', ', ')] = /^CN=(.*)$/m.exec(subject) ?? []
    return { name, serialNumber, domains, subject: commonName, expiry: new Date(validTo).toISOString() }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { name, serialNumber: '', domains: [], subject: '', expiry: '' }
  }
}
