import * as z from 'zod/mini'
import { license } from '../license/license.ts'
import { route } from '../route.ts'
import { CLUSTER_ERRORS, CLUSTER_WRITE_ERRORS, TENANT_ERRORS, tenantParams } from './tenant-params.ts'

/** The license that a tenant runs with; `attached` is false without one. */
export const getTenantLicense = route(
  'tenants.license',
  'GET /api/v1/subscription/namespaces/:namespace/tenants/:tenant',
  {
    summary: 'Returns the license that is attached to a tenant.',
    params: tenantParams,
    response: z.object({ attached: z.boolean(), license }),
    errors: [...CLUSTER_ERRORS, ...TENANT_ERRORS, 'LicenseNotValid'],
  },
)

export const attachLicense = route(
  'tenants.attachLicense',
  'POST /api/v1/subscription/namespaces/:namespace/tenants/:tenant/activate',
  {
    summary: 'Attaches the license of this console to a tenant. Its pods read it when they start next.',
    params: tenantParams,
    errors: [
      ...CLUSTER_WRITE_ERRORS,
      ...TENANT_ERRORS,
      'LicenseNotFound',
      'LicenseNotValid',
      'LicenseExpired',
      'LicenseNotVerifiable',
    ],
  },
)
