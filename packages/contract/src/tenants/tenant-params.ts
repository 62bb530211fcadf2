import * as z from 'zod/mini'
import type { ErrorCode } from '../errors.ts'

/** Kubernetes names of objects: at most 253 lowercase letters, digits, hyphens and dots. */
export const objectName = z.string().check(z.regex(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/))

export const namespaceParams = z.strictObject({ namespace: objectName })
export const tenantParams = z.strictObject({ namespace: objectName, tenant: objectName })
export const podParams = z.strictObject({ namespace: objectName, tenant: objectName, pod: objectName })

/** Additional errors of calls that use the Kubernetes cluster. */
export const CLUSTER_ERRORS = ['ClusterObjectMissing', 'ClusterRefused'] as const satisfies readonly ErrorCode[]

/** Additional errors of calls that change something in the cluster. */
export const CLUSTER_WRITE_ERRORS = [
  ...CLUSTER_ERRORS,
  'ClusterObjectExists',
  'ClusterConflict',
] as const satisfies readonly ErrorCode[]

/** Additional errors of calls on tenants. */
export const TENANT_ERRORS = ['NoSuchTenant', 'OperatorNotInstalled'] as const satisfies readonly ErrorCode[]

/** Additional errors of what signs in to a tenant. */
export const TENANT_ENTRY_ERRORS = [
  'TenantKeysMissing',
  'TenantKeysRefused',
  'TenantUnreachable',
] as const satisfies readonly ErrorCode[]
