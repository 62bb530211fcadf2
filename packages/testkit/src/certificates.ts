import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Two self-signed certificates for localhost and 127.0.0.1, valid until 2120, with their keys. They protect nothing: Node can
 * use certificates but not create them.
 */
export const TEST_CERTIFICATES = [
  {
    cert: `-----BEGIN CERTIFICATE-----
MIIBQjCB6KADAgECAgEBMAoGCCqGSM49BAMCMBExDzANBgNVBAMMBlRlc3QgMTAg
Fw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowETEPMA0GA1UEAwwGVGVz
dCAxMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEDXqYQOWM6kSArIHuJZlFR5n6
iHRSDYM6L0Vk0jm7zlfow9cf85KYaMIL+tqqKAw0VpDULpDqIwduf7uz29NSz6Mv
MC0wGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMA8GA1UdEwEB/wQFMAMBAf8w
CgYIKoZIzj0EAwIDSQAwRgIhAM+r72IF6kD3shPrrcLU0Nv9VenxKIYaN+Fq/hcz
Y1cxAiEAh8hgLx0QbbCoYgYeLIyBxatW6DBqjBeWQOCC+++Ykzc=
-----END CERTIFICATE-----
`,
    key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgKNWoPQYMho7gbPjf
qMt3SgJgMdENPFI9tZoMZ/Fu8XKhRANCAAQNephA5YzqRICsge4lmUVHmfqIdFIN
gzovRWTSObvOV+jD1x/zkphowgv62qooDDRWkNQukOojB25/u7Pb01LP
-----END PRIVATE KEY-----
`,
  },
  {
    cert: `-----BEGIN CERTIFICATE-----
MIIBQTCB6KADAgECAgECMAoGCCqGSM49BAMCMBExDzANBgNVBAMMBlRlc3QgMjAg
Fw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowETEPMA0GA1UEAwwGVGVz
dCAyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE+zZSQ2HLTS1873nRySXonRYR
p/GXBGwPVZeVtfgVl2mEVo0ZcazhmBqIGQrW5qnx3hhKbfcdggcSim4OghPJnaMv
MC0wGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMA8GA1UdEwEB/wQFMAMBAf8w
CgYIKoZIzj0EAwIDSAAwRQIgUytf2GCcCGrQYyxc6siIkXJO4TkKXXAse3odxorj
9IQCIQC7doaFL22ATO9/nW7eI6ur2xOy4kXIOFSyWcsilzrvFA==
-----END CERTIFICATE-----
`,
    key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgBhoqfjh5iX84lLpj
CBBzn/ncgZfv0PW6uAnb/QXHVRahRANCAAT7NlJDYctNLXzvedHJJeidFhGn8ZcE
bA9Vl5W1+BWXaYRWjRlxrOGYGogZCtbmqfHeGEpt9x2CBxKKbg6CE8md
-----END PRIVATE KEY-----
`,
  },
] as const

export interface CertificateFiles {
  certFile: string
  keyFile: string
}

/** Writes one of the certificates into a folder, as files with the names that MinIO expects. */
export function writeCertificate(
  folder: string,
  { cert, key } = TEST_CERTIFICATES[0] as Certificate,
): CertificateFiles {
  const files = { certFile: join(folder, 'public.crt'), keyFile: join(folder, 'private.key') }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(files.certFile, cert)
  writeFileSync(files.keyFile, key)
  return files
}

type Certificate = (typeof TEST_CERTIFICATES)[number]
