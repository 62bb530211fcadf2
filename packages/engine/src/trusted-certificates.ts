import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/**
 * Trusts the certificates of a PEM file (COOPERAGE_CA_FILE) in addition to the system's, for every TLS connection of this thread
 * that names no others. @throws Error if the file can't be read or has no certificate
 */
export function trustCertificates(file: string): void {
  const certificates = readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
  if (certificates === null) throw new Error(`${file} has no certificates in PEM format`)
  setDefaultCACertificates([...getCACertificates('default'), ...certificates])
}
