import * as z from 'zod/mini'
import { route } from '../route.ts'
import { CLUSTER_ERRORS, CLUSTER_WRITE_ERRORS, objectName, TENANT_ERRORS, tenantParams } from './tenant-params.ts'

export const tenantCertificate = z.object({
  /** Name of its secret. */
  name: z.string(),
  serialNumber: z.string(),
  /** Names and addresses that it is valid for. */
  domains: z.array(z.string()),
  /** Whom it is issued to: the common name, or all of its names if it has none. */
  subject: z.string(),
  /** ISO 8601; '' if the certificate can't be read. */
  expiry: z.string(),
})
export type TenantCertificate = z.infer<typeof tenantCertificate>

export const getTenantSecurity = route(
  'tenants.security',
  'GET /api/v1/namespaces/:namespace/tenants/:tenant/security',
  {
    summary: 'Returns the certificates of a tenant.',
    params: tenantParams,
    response: z.object({
      autoCert: z.boolean(),
      customCertificates: z.object({
        minio: z.array(tenantCertificate),
        minioCAs: z.array(tenantCertificate),
        /** Only with operators before version 4.2, which run the console separately. Its certificates are read-only. */
        console: z.array(tenantCertificate),
        consoleCAs: z.array(tenantCertificate),
      }),
    }),
    errors: [...CLUSTER_ERRORS, ...TENANT_ERRORS],
  },
)

/** PEM in base64. */
const certificate = z.string().check(z.minLength(1), z.maxLength(256 * 1024))
const keyPairs = z._default(z.array(z.strictObject({ crt: certificate, key: certificate })).check(z.maxLength(100)), [])
const authorities = z._default(z.array(certificate).check(z.maxLength(100)), [])

/** The pods restart automatically when the certificates of a tenant change. */
export const setTenantSecurity = route(
  'tenants.setSecurity',
  'POST /api/v1/namespaces/:namespace/tenants/:tenant/security',
  {
    summary: 'Adds and removes certificates of a tenant, and turns automatic ones on or off.',
    params: tenantParams,
    body: z.strictObject({
      autoCert: z.boolean(),
      customCertificates: z.optional(
        z.strictObject({
          /** Only secrets that the tenant uses are deleted. */
          secretsToBeDeleted: z._default(z.array(objectName).check(z.maxLength(1000)), []),
          minio: keyPairs,
          minioCAs: authorities,
          /** Added to those of the servers, which serve the console too. */
          console: keyPairs,
          consoleCAs: authorities,
        }),
      ),
    }),
    errors: [...CLUSTER_WRITE_ERRORS, ...TENANT_ERRORS, 'InvalidCertificate', 'SeparateConsole'],
  },
)
