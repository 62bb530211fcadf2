import { changeFactorMode, listFactors, resetFactors } from '@cooperage/contract'
import { getUser, type StorageClient, StorageError } from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { refusal } from '../shared/second-factor/second-factors.ts'
import { requirePermission } from '../shared/session/require-permission.ts'

/** The switch is a setting of the console for this server, as the rules of alerts are. */
const CHANGE = 'admin:ConfigUpdate'
/** Who may set the password of a user may also remove its second factors. */
const CHANGE_USER = 'admin:CreateUser'

export function administrationRoutes({ routes, services }: Registry): void {
  const { secondFactors } = services

  routes.withSession(listFactors, async (visit) => {
    await requirePermission(CHANGE, visit, services)
    return { mode: await secondFactors.mode(), accounts: await secondFactors.ofAllAccounts() }
  })

  routes.withSession(changeFactorMode, async ({ body: { mode }, ...visit }) => {
    await requirePermission(CHANGE, visit, services)
    await secondFactors.changeMode(mode)
  })

  routes.withSession(resetFactors, async ({ query: { name }, ...visit }) => {
    await requirePermission((await isUser(visit.storage, name)) ? CHANGE_USER : CHANGE, visit, services)
    if (!(await secondFactors.reset(name))) throw refusal('noSuchFactor')
  })
}

/** Whether the storage server has a user of that name: root and the accounts of directories are none. */
async function isUser(storage: StorageClient, name: string): Promise<boolean> {
  try {
    await getUser(storage, name)
    return true
  } catch (error) {
    if (!(error instanceof StorageError) || error.kind !== 'refused' || error.status >= 500) throw error
    return false
  }
}
