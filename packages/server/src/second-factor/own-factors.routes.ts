import {
  confirmAuthenticator,
  confirmPasskey,
  listOwnFactors,
  newFactorChallenge,
  removeFactor,
  renewRecoveryCodes,
  startAuthenticator,
  startPasskey,
} from '@cooperage/contract'
import type { FastifyRequest } from 'fastify'
import type { Registry, StorageVisit } from '../shared/feature.ts'
import { canHaveFactors, factorAccount } from '../shared/second-factor/factor-account.ts'
import { factorPlace } from '../shared/second-factor/factor-place.ts'
import { refusal, type Starter } from '../shared/second-factor/second-factors.ts'

/** Who has a factor needs one for each change, so that a session that was left open is no way to replace it. */
export function ownFactorRoutes({ routes, services }: Registry): void {
  const { secondFactors } = services
  const placeOf = (request: FastifyRequest) => factorPlace(request, services)

  /** @throws AppError SecondFactorRefused */
  const accountOf = async ({ session, storage }: Pick<StorageVisit, 'session' | 'storage'>): Promise<string> => {
    if (!canHaveFactors(session)) throw refusal('elsewhere')
    if ((await secondFactors.mode()) === 'off') throw refusal('off')
    return await factorAccount(session, storage, services)
  }

  const starterOf = async (visit: Pick<StorageVisit, 'session' | 'storage'>): Promise<Starter> => ({
    account: await accountOf(visit),
    scope: visit.session.id,
  })

  routes.withSession(listOwnFactors, async (visit) => {
    const account = await accountOf(visit)
    return { mode: await secondFactors.mode(), ...(await secondFactors.own(account)) }
  })

  routes.withSession(newFactorChallenge, async (visit) => {
    return await secondFactors.challenge(await starterOf(visit), placeOf(visit.request))
  })

  routes.withSession(startAuthenticator, async ({ body, ...visit }) => {
    return await secondFactors.newAuthenticator(await starterOf(visit), placeOf(visit.request), body.proof)
  })

  routes.withSession(confirmAuthenticator, async ({ body, ...visit }) => {
    return { recoveryCodes: await secondFactors.confirmAuthenticator(await accountOf(visit), body) }
  })

  routes.withSession(startPasskey, async ({ body, ...visit }) => {
    return await secondFactors.newPasskey(await starterOf(visit), placeOf(visit.request), body.proof)
  })

  routes.withSession(confirmPasskey, async ({ body, ...visit }) => {
    const account = await accountOf(visit)
    return { recoveryCodes: await secondFactors.confirmPasskey(account, body, placeOf(visit.request)) }
  })

  routes.withSession(removeFactor, async ({ body: { id, proof }, ...visit }) => {
    const account = await accountOf(visit)
    await secondFactors.prove(account, proof, placeOf(visit.request))
    await secondFactors.remove(account, id)
  })

  routes.withSession(renewRecoveryCodes, async ({ body: { proof }, ...visit }) => {
    const account = await accountOf(visit)
    await secondFactors.prove(account, proof, placeOf(visit.request))
    return { recoveryCodes: await secondFactors.renewRecoveryCodes(account) }
  })
}
