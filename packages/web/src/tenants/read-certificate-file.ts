/** Certificates and keys are a few kilobytes; a bundle of authorities may have hundreds. */
const MAX_CERTIFICATE_BYTES = 180 * 1024

export const KEY_FILES = '.key,.pem'
export const CERTIFICATE_FILES = '.cer,.crt,.cert,.pem'

/** A file in base64, as the calls expect it; undefined if it is too large. */
export async function readCertificateFile(file: File): Promise<string | undefined> {
  if (file.size > MAX_CERTIFICATE_BYTES) return undefined
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
