import { AppError, type License } from '@cooperage/contract'
import { JOSEError, JWTExpired } from 'jose/errors'
import { jwtVerify } from 'jose/jwt/verify'
import { importSPKI } from 'jose/key/import'
import * as z from 'zod/mini'

/** License keys are JWTs with an ECDSA signature over P-384. */
const ALGORITHM = 'ES384'

/** Claims of a license key; others are ignored. */
const claims = z.object({
  /** E-mail address. */
  sub: z.string(),
  org: z._default(z.string(), ''),
  /** TiB. */
  cap: z._default(z.number(), 0),
  plan: z.string(),
  aid: z._default(z.number(), 0),
  exp: z.number(),
})

/**
 * Verifies a license key without any network.
 * @param publicKey of the vendor, PEM
 * @param options.mayBeExpired an expired license is returned, so that the page can show when it expired
 * @throws AppError LicenseNotValid, LicenseExpired
 */
export async function verifyLicense(
  key: string,
  publicKey: string,
  { now, mayBeExpired = false }: { now: number; mayBeExpired?: boolean },
): Promise<License> {
  try {
    const { payload } = await jwtVerify(key, await importSPKI(publicKey, ALGORITHM), {
      algorithms: [ALGORITHM],
      currentDate: new Date(now),
      ...(mayBeExpired && { clockTolerance: Number.MAX_SAFE_INTEGER }),
      requiredClaims: ['exp', 'sub', 'plan'],
    })
    const { sub, org, cap, plan, aid, exp } = z.parse(claims, payload)
    return {
      plan,
      organization: org,
      storage_capacity: cap,
      expires_at: new Date(exp * 1000).toISOString(),
      email: sub,
      account_id: aid,
    }
  } catch (error) {
    if (error instanceof JWTExpired) throw new AppError('LicenseExpired', {}, { cause: error })
    if (error instanceof JOSEError || error instanceof z.core.$ZodError) {
      throw new AppError('LicenseNotValid', {}, { cause: error })
    }
    throw error
  }
}
