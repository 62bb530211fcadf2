import { changeFactorMode, type FactorProof, factorMode, listFactors, resetFactors } from '@cooperage/contract'
import { getUser, type StorageClient, StorageError } from '@cooperage/storage-client'
import type { FastifyRequest } from 'fastify'
import type { Registry, StorageVisit } from '../shared/feature.ts'
import { canHaveFactors, factorAccount } from '../shared/second-factor/factor-account.ts'
import { factorPlace } from '../shared/second-factor/factor-place.ts'
import { refusal } from '../shared/second-factor/second-factors.ts'
import { requirePermission } from '../shared/session/require-permission.ts'

/** The switch is a setting of the console for this server, as the rules of alerts are. */
const CHANGE = 'admin:ConfigUpdate'
/** Who may set the password of a user may also remove its second factors. */
const CHANGE_USER = 'admin:CreateUser'
/** From the weakest to the strongest. */
const MODES = factorMode.options

type Caller = Pick<StorageVisit, 'session' | 'storage'> & { request: FastifyRequest }

export function administrationRoutes({ routes, services }: Registry): void {
  const { secondFactors } = services

  /** The account whose factors guard the sign-in of this visitor; undefined if it has no factors here. */
  const callerOf = async ({ session, storage }: Caller) =>
    canHaveFactors(session) ? await factorAccount(session, storage, services) : undefined

  /** A session that was left open is no way around the factors of others. Nobody is asked for one while they are off. */
  const proveCaller = async (caller: string | undefined, proof: FactorProof | undefined, { request }: Caller) => {
    if (caller === undefined || (await secondFactors.mode()) === 'off') return
    await secondFactors.proveChange(caller, proof, factorPlace(request, services))
  }

  routes.withSession(listFactors, async (visit) => {
    await requirePermission(CHANGE, visit, services)
    return { mode: await secondFactors.mode(), accounts: await secondFactors.ofAllAccounts() }
  })

  routes.withSession(changeFactorMode, async ({ body: { mode, proof }, ...visit }) => {
    await requirePermission(CHANGE, visit, services)
    const isWeaker = MODES.indexOf(mode) < MODES.indexOf(await secondFactors.mode())
    if (isWeaker) await proveCaller(await callerOf(visit), proof, visit)
    await secondFactors.changeMode(mode)
  })

  routes.withSession(resetFactors, async ({ query: { name }, body, ...visit }) => {
    await requirePermission((await isUser(visit.storage, name)) ? CHANGE_USER : CHANGE, visit, services)
    const caller = await callerOf(visit)
    if (name === caller) throw refusal('ownReset')
    if (!(await secondFactors.hasAny(name))) throw refusal('noFactors')
    await proveCaller(caller, body?.proof, visit)
    if (!(await secondFactors.reset(name))) throw refusal('noFactors')
  })
}

/** Whether the storage server has a user of that name: root and the accounts of directories are none. */
async function isUser(storage: StorageClient, name: string): Promise<boolean> {
  // Storage servers describe the accounts of a directory as users too. Only names of a directory have this sign.
  if (name.includes('=')) return false
  try {
    await getUser(storage, name)
    return true
  } catch (error) {
    if (!(error instanceof StorageError) || error.kind !== 'refused' || error.status >= 500) throw error
    return false
  }
}
