/** Every call of the console that uses the cluster, and the permissions that it requires. */
import { type ConsoleCall, type ConsoleReply, TENANT_POOL, tenantPayload, uniqueName } from '@cooperage/testkit'
import { PAIRS, REGISTRY } from './payloads.ts'

export interface Place {
  namespace: string
  /** Path of its tenant `photos`. */
  tenant: string
  /** A namespace without a tenant. */
  empty: string
}

export interface Step {
  what: string
  run: (call: ConsoleCall, place: Place) => Promise<ConsoleReply>
  /** The permissions that the call uses. Without one of these, it is refused with an error that names it. */
  needs: string[]
  /** Without one of these, the call succeeds, and does or shows less. */
  uses?: string[]
  /** Whether it also calls the tenant, which doesn't run here: a 5xx is a success, too. */
  asksTenant?: true
  /** Only where these drives are managed. */
  only?: 'current' | '2021'
  /** Whether each run needs a separate tenant. */
  ends?: true
}

/** Whether the cluster refused nothing. */
export function hasSucceeded({ asksTenant }: Step, { status }: ConsoleReply): boolean {
  return status < 300 || (asksTenant === true && status >= 500)
}

const GET = 'get tenants.minio.min.io'
const LIST = 'list tenants.minio.min.io'
const PATCH = 'patch tenants.minio.min.io'
const POD = '/pods/photos-pool-0-1'

export const STEPS: Step[] = [
  {
    what: 'creates a namespace',
    run: (call) => call('POST', '/api/v1/namespace', { name: uniqueName('team') }),
    needs: ['create namespaces'],
  },
  {
    what: 'creates a tenant',
    run: (call, { empty }) =>
      call('POST', '/api/v1/tenants', { ...tenantPayload('photos', empty), image_registry: REGISTRY }),
    needs: [LIST, 'create secrets', 'create tenants.minio.min.io', 'patch secrets'],
  },
  { what: 'lists tenants', run: (call) => call('GET', '/api/v1/tenants'), needs: [LIST] },
  {
    what: 'shows a tenant',
    run: (call, { tenant }) => call('GET', tenant),
    needs: [GET],
    uses: ['get secrets', 'list services'],
  },
  {
    what: 'opens the console of a tenant',
    run: (call, { tenant }) => call('GET', `${tenant}/console`),
    needs: [GET, 'get secrets', 'get services'],
    asksTenant: true,
  },
  {
    what: 'shows the usage of a tenant',
    run: (call, { tenant }) => call('GET', `${tenant}/usage`),
    needs: [GET],
    uses: ['get secrets', 'get services'],
    asksTenant: true,
  },
  {
    what: 'updates a tenant',
    run: (call, { tenant }) =>
      call('PUT', tenant, {
        image: 'minio/minio:NEW',
        console_image: '',
        enable_prometheus: true,
        image_registry: REGISTRY,
      }),
    needs: [GET, 'get secrets', 'patch secrets', PATCH],
  },
  {
    what: 'expands a tenant',
    run: (call, { tenant }) => call('POST', `${tenant}/pools`, { ...TENANT_POOL, name: '' }),
    needs: [GET, PATCH],
  },
  {
    what: 'saves a tenant as YAML',
    run: async (call, { tenant }) => {
      const read = await call('GET', `${tenant}/yaml`)
      return read.status === 200 ? await call('PUT', `${tenant}/yaml`, read.body) : read
    },
    needs: [GET, 'update tenants.minio.min.io'],
  },
  {
    what: 'shows the certificates of a tenant',
    run: (call, { tenant }) => call('GET', `${tenant}/security`),
    needs: [GET, 'get secrets'],
  },
  {
    what: 'replaces a certificate',
    run: async (call, { tenant }) => {
      const read = await call('GET', `${tenant}/security`)
      if (read.status !== 200) return read
      const { customCertificates } = read.body as { customCertificates: { minio: { name: string }[] } }
      const secretsToBeDeleted = customCertificates.minio.map(({ name }) => name)
      return await call('POST', `${tenant}/security`, {
        autoCert: true,
        customCertificates: { secretsToBeDeleted, minio: [PAIRS[0]] },
      })
    },
    needs: [GET, 'get secrets', 'create secrets', PATCH],
    uses: ['delete secrets'],
  },
  { what: 'lists pods', run: (call, { tenant }) => call('GET', `${tenant}/pods`), needs: ['list pods'] },
  {
    what: 'shows the log of a pod',
    run: (call, { tenant }) => call('GET', `${tenant}${POD}`),
    needs: ['get pods', 'get pods/log'],
  },
  {
    what: 'shows the events of a pod',
    run: (call, { tenant }) => call('GET', `${tenant}${POD}/events`),
    needs: ['get pods', 'list events'],
  },
  {
    what: 'deletes a pod',
    run: (call, { tenant }) => call('DELETE', `${tenant}/pods/photos-pool-0-2`),
    needs: ['get pods', 'delete pods'],
  },
  {
    what: 'lists volumes',
    run: (call) => call('GET', '/api/v1/list-pvcs'),
    needs: ['list persistentvolumeclaims'],
  },
  {
    what: 'says what deleting a tenant leaves behind',
    run: (call, { tenant }) => call('GET', `${tenant}/remains`),
    needs: ['list persistentvolumeclaims', 'list secrets'],
  },
  {
    what: 'shows the storage classes of a namespace',
    run: (call, { namespace }) =>
      call('GET', `/api/v1/namespaces/${namespace}/resourcequotas/${namespace}-storagequota`),
    needs: ['get resourcequotas', 'get namespaces', 'list storageclasses.storage.k8s.io'],
  },
  {
    what: 'shows the labels of nodes',
    run: (call) => call('GET', '/api/v1/nodes/labels'),
    needs: ['list nodes'],
  },
  {
    what: 'lists drives',
    run: (call) => call('GET', '/api/v1/direct-csi/drives'),
    needs: ['list directpvdrives.directpv.min.io', 'list directpvnodes.directpv.min.io'],
    only: 'current',
  },
  {
    what: 'formats a drive',
    // Its file system is there to stay.
    run: (call) => call('POST', '/api/v1/direct-csi/drives/format', { drives: ['node-1:/dev/vdd'], force: false }),
    needs: [
      'list directpvdrives.directpv.min.io',
      'patch directpvnodes.directpv.min.io',
      'get directpvnodes.directpv.min.io',
      'create directpvinitrequests.directpv.min.io',
      'get directpvinitrequests.directpv.min.io',
      'delete directpvinitrequests.directpv.min.io',
    ],
    only: 'current',
  },
  {
    what: 'lists drives of 2021',
    run: (call) => call('GET', '/api/v1/direct-csi/drives'),
    needs: ['list directcsidrives.direct.csi.min.io', 'list directcsivolumes.direct.csi.min.io'],
    only: '2021',
  },
  {
    what: 'formats a drive of 2021',
    run: (call) => call('POST', '/api/v1/direct-csi/drives/format', { drives: ['node-1:/dev/vdc'], force: true }),
    needs: ['list directcsidrives.direct.csi.min.io'],
    // A refusal is listed like any other failure of a drive.
    uses: ['update directcsidrives.direct.csi.min.io'],
    only: '2021',
  },
  {
    what: 'deletes a tenant with its volumes',
    run: (call, { tenant }) => call('DELETE', tenant, { delete_pvcs: true }),
    needs: [
      GET,
      'delete tenants.minio.min.io',
      'list secrets',
      'delete secrets',
      'list persistentvolumeclaims',
      'delete persistentvolumeclaims',
    ],
    ends: true,
  },
]
