import { X509Certificate } from 'node:crypto'
import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import { createSecureContext } from 'node:tls'

/** How often the files are checked. They aren't watched: on network drives and behind replaced links nothing would be noticed. */
const CHECK_MS = 10_000

/** A server's certificate. Both files are read again when they change. */
export interface TlsSettings {
  /** PEM file with the certificate and its chain. */
  certFile: string
  /** PEM file with its private key. */
  keyFile: string
  /** Milliseconds between two checks for changes; default 10 s. */
  checkMs?: number
}

/** A certificate with its chain, and its private key, in PEM. */
export interface Certificate {
  cert: Buffer
  key: Buffer
}

/** The files can't be used. The message says why. */
export class CertificateError extends Error {
  override name = 'CertificateError'
}

/** @throws CertificateError if a file can't be read, isn't PEM, or the key isn't that of the certificate */
export function readCertificate({ certFile, keyFile }: TlsSettings): Certificate {
  try {
    const certificate = { cert: readFileSync(certFile), key: readFileSync(keyFile) }
    createSecureContext(certificate)
    return certificate
  } catch (error) {
    const reason = (error as Error).message
    throw new CertificateError(`The certificate ${certFile} can't be used with the key ${keyFile}: ${reason}`, {
      cause: error,
    })
  }
}

/** When the certificate expires, ISO 8601. */
export function expiryOf({ cert }: Certificate): string {
  return new X509Certificate(cert).validToDate.toISOString()
}

export interface CertificateListener {
  onChange(certificate: Certificate): void
  /** The changed files can't be used, for example because only one of them is new yet. */
  onFailure(error: CertificateError): void
}

/** Reads the files again whenever one has changed, until the returned function is called. */
export function watchCertificate(files: TlsSettings, { onChange, onFailure }: CertificateListener): () => void {
  const names = [files.certFile, files.keyFile]
  const reload = () => {
    let certificate: Certificate
    try {
      certificate = readCertificate(files)
    } catch (error) {
      if (!(error instanceof CertificateError)) throw error
      return onFailure(error)
    }
    onChange(certificate)
  }
  for (const name of names) watchFile(name, { persistent: false, interval: files.checkMs ?? CHECK_MS }, reload)
  return () => {
    for (const name of names) unwatchFile(name, reload)
  }
}
