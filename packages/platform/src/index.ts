/** A Kubernetes-shaped platform for tenants on one machine: see `start-platform.ts`. */

export { definitionsOf } from './api/discovery.ts'
export { objectsOf } from './controllers/tenant-objects.ts'
export type { StartTenant, TenantProcess, TenantStart } from './controllers/tenants.ts'
export type { Obj } from './objects.ts'
export type { Generation } from './resources.ts'
export { SIMULATED, sampleCluster } from './seed.ts'
export { ADMIN_TOKEN_HOURS, type PlatformOptions, type RunningPlatform, startPlatform } from './start-platform.ts'
