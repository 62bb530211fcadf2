import { createHash, randomBytes } from 'node:crypto'
import {
  type AccountFactors,
  AppError,
  type Factor,
  type FactorMode,
  type FactorProof,
  type FactorRequest,
  MAX_PASSKEYS,
  type NewAuthenticator,
  type NewPasskey,
  type PasskeyAttestation,
  type PasskeyChallenge,
  type SECOND_FACTOR_TEXTS,
  secondFactorText,
} from '@cooperage/contract'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { Services } from '../services.ts'
import { LoginThrottle } from '../session/login-throttle.ts'
import type { Sealer } from '../session/sealer.ts'
import { waitAfter } from './attempts.ts'
import { type FactorRecord, type FactorTables, factorTables } from './factor-tables.ts'
import { FactorSwitch } from './mode.ts'
import { newPasskey, type PasskeyPlace, signedCounter } from './passkeys.ts'
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts'
import { base32, matchingStep, otpauthAddress, SECRET_BYTES } from './totp.ts'

/** How long something that was started can be completed; messages say ten minutes. */
const STEP_MS = 10 * 60_000
const TOTP = 'totp'

/** With whom a sealed value belongs, so that it can't pass as that of another row. */
const sealedValue = z.object({ account: z.string(), use: z.string(), value: z.unknown() })

/** What a factor is set up with: the secret of an app, or the challenge for a passkey. */
const setupValue = z.object({
  secret: z.string(),
  /** Whether another factor of the account confirmed it. It can't become the second one otherwise. */
  isProved: z.boolean(),
})

/** Who sets up a factor or asks for a challenge. */
export interface Starter {
  account: string
  /** The session or the sign-in that has begun. */
  scope: string
}

/** Something that was started, and what it is about. */
interface Step<Value> {
  id: string
  account: string
  value: Value
}

/** Where a visitor is, and what the console is called there. `passkeys` is undefined where no browser offers them. */
export interface FactorPlace {
  issuer: string
  /** IP address. */
  address: string
  passkeys: PasskeyPlace | undefined
}

export function refusal(
  name: keyof typeof SECOND_FACTOR_TEXTS,
  values: Record<string, string | number> = {},
  code: 'SecondFactorRefused' | 'SecondFactorWrong' = 'SecondFactorRefused',
): AppError {
  return new AppError(code, { reason: secondFactorText(name, values) })
}

/**
 * The second factors of the accounts of one storage server (decision 50). An account is named as the storage server names it.
 * All methods throw ConsoleStoreUnavailable without a database.
 */
export class SecondFactors {
  readonly #log: Pick<FastifyBaseLogger, 'error'>
  readonly #tables: FactorTables
  readonly #switch: FactorSwitch
  readonly #now: () => number
  readonly #recoveryThrottle: LoginThrottle
  readonly #sealer: () => Promise<Sealer<z.infer<typeof sealedValue>>>

  constructor(
    services: Pick<Services, 'settings' | 'sharedStore' | 'sealerFor' | 'now'>,
    log: Pick<FastifyBaseLogger, 'error'>,
  ) {
    this.#log = log
    this.#tables = factorTables(services)
    this.#switch = new FactorSwitch(services, this.#tables, log)
    this.#now = services.now
    this.#recoveryThrottle = new LoginThrottle(services.now)
    let sealer: Promise<Sealer<z.infer<typeof sealedValue>>> | undefined
    // Most consoles need none.
    this.#sealer = () => {
      sealer ??= services.sealerFor('cooperage second factors 1', sealedValue)
      return sealer
    }
  }

  mode(): Promise<FactorMode> {
    return this.#switch.read()
  }

  changeMode(mode: FactorMode): Promise<void> {
    return this.#switch.change(mode)
  }

  /** Whether a sign-in of the account needs a factor, which it may have to set up. */
  async isNeeded(account: string, mode: FactorMode): Promise<boolean> {
    return mode === 'required' || (mode === 'optional' && (await this.hasAny(account)))
  }

  /** What a sign-in of the account still needs; undefined for nothing. @throws AppError SecondFactorRefused if none of its factors works here */
  async request(account: string, mode: FactorMode, place: FactorPlace): Promise<FactorRequest | undefined> {
    const factors = await this.#tables.factors(account)
    if (factors.length === 0) return mode === 'required' ? { factors: [], account } : undefined
    const hasCodes = (await this.#tables.countRecoveryCodes(account)) > 0
    const usable = [
      ...(usablePasskeys(factors, place).length > 0 ? (['passkey'] as const) : []),
      ...(factors.some(({ kind }) => kind === TOTP) ? ([TOTP] as const) : []),
      ...(hasCodes ? (['recovery'] as const) : []),
    ]
    // Not the same as none, which would ask for the first one.
    if (usable.length === 0) {
      const hosts = new Set(factors.map(({ host }) => host))
      throw refusal('otherHost', { hosts: [...hosts].join(', ') })
    }
    return { account, factors: usable }
  }

  async own(account: string): Promise<{ factors: Factor[]; recoveryCodes: number }> {
    const [factors, codes] = await Promise.all([
      this.#tables.factors(account),
      this.#tables.countRecoveryCodes(account),
    ])
    return {
      factors: factors.map(({ id, kind, name, host, created, lastUsed }) => ({
        ...{ id, kind, name, host },
        created: new Date(created).toISOString(),
        lastUsed: iso(lastUsed),
      })),
      recoveryCodes: codes,
    }
  }

  async ofAllAccounts(): Promise<AccountFactors[]> {
    const [factors, codes] = await Promise.all([this.#tables.everyFactor(), this.#tables.recoveryCounts()])
    const byAccount = Map.groupBy(factors, ({ account }) => account)
    return [...byAccount].map(([account, own]) => ({
      account,
      authenticator: own.some(({ kind }) => kind === TOTP),
      passkeys: own.filter(({ kind }) => kind === 'passkey').length,
      recoveryCodes: codes.get(account) ?? 0,
      lastUsed: iso(Math.max(...own.map(({ lastUsed }) => lastUsed))),
    }))
  }

  /** Whether the account had factors. */
  reset(account: string): Promise<boolean> {
    return this.#tables.reset(account)
  }

  async hasAny(account: string): Promise<boolean> {
    return (await this.#tables.factors(account)).length > 0
  }

  /**
   * Like {@link prove}, for a sign-in: the next one that succeeds says how many were wrong.
   * @throws AppError SecondFactorWrong, TooManyRequests
   */
  async proveSignIn(account: string, proof: FactorProof, place: FactorPlace): Promise<void> {
    try {
      await this.prove(account, proof, place)
    } catch (error) {
      if (error instanceof AppError && error.code === 'SecondFactorWrong') {
        await this.#tables.countWrong(account).catch((err: unknown) => {
          this.#log.error({ err }, 'a wrong second factor could not be counted')
        })
      }
      throw error
    }
  }

  /** How many proofs of sign-ins were wrong since this was last called; 0 if that can't be read. */
  async takeWrong(account: string): Promise<number> {
    try {
      return await this.#tables.takeWrong(account)
    } catch (err) {
      this.#log.error({ err }, 'the wrong second factors of an account could not be read')
      return 0
    }
  }

  /**
   * Proves who the account is with one of its factors, which can't be used a second time.
   * @throws AppError SecondFactorWrong, TooManyRequests
   */
  async prove(account: string, proof: FactorProof, place: FactorPlace): Promise<void> {
    if (proof.kind === 'passkey') {
      // Nobody guesses a signature, so those who guess codes don't delay it.
      if (!(await this.#provePasskey(account, proof, place))) throw refusal('wrongPasskey', {}, 'SecondFactorWrong')
      return
    }
    if (proof.kind === 'recovery') return await this.#proveRecovery(account, proof.code, place)
    await this.#countAttempt(account)
    if (!(await this.#proveTotp(account, proof.code))) throw refusal('wrongCode', {}, 'SecondFactorWrong')
    await this.#tables.halveAttempts(account)
  }

  /**
   * Whether the account had a factor, which this is a proof of.
   * @throws AppError SecondFactorRefused, SecondFactorWrong, TooManyRequests
   */
  async proveChange(account: string, proof: FactorProof | undefined, place: FactorPlace): Promise<boolean> {
    if (proof !== undefined) await this.prove(account, proof, place)
    else if (await this.hasAny(account)) throw refusal('proofMissing')
    return proof !== undefined
  }

  async challenge({ account, scope }: Starter, place: FactorPlace): Promise<PasskeyChallenge> {
    const passkeys = usablePasskeys(await this.#tables.factors(account), place)
    const bytes = randomBytes(32).toString('base64url')
    const challenge = await this.begin('challenge', { account, scope }, bytes)
    return { challenge, bytes, passkeys: passkeys.map(({ id }) => id) }
  }

  /** @throws AppError SecondFactorRefused, before the proof is used; those of {@link proveChange} */
  async newAuthenticator(starter: Starter, place: FactorPlace, proof?: FactorProof): Promise<NewAuthenticator> {
    const { account } = starter
    const factors = await this.#tables.factors(account)
    if (factors.some(({ id }) => id === TOTP)) throw refusal('hasAuthenticator')
    const isProved = await this.proveChange(account, proof, place)
    const secret = randomBytes(SECRET_BYTES)
    const setup = await this.begin(TOTP, starter, { secret: secret.toString('base64url'), isProved })
    return { setup, secret: base32(secret), address: otpauthAddress(place.issuer, account, secret) }
  }

  /**
   * Adds an authenticator app whose first code is right. Returns recovery codes with the first factor of the account.
   * @param before what else must succeed before anything is stored
   * @throws AppError SecondFactorRefused, SecondFactorWrong
   */
  async confirmAuthenticator(
    account: string,
    { setup, code }: { setup: string; code: string },
    before?: () => Promise<void>,
  ): Promise<string[]> {
    const { id, secret, isProved } = await this.#setup(TOTP, setup, account)
    const step = matchingStep(Buffer.from(secret, 'base64url'), code, this.#now(), 0)
    // The one who guesses here has the secret.
    if (step === undefined) throw refusal('wrongCode', {}, 'SecondFactorWrong')
    await this.#end(id)
    await before?.()
    const sealed = await this.#seal(account, TOTP, secret)
    return await this.#add({ account, id: TOTP, kind: TOTP, name: '', host: '', sealed, counter: step }, !isProved)
  }

  /** @throws AppError SecondFactorRefused, before the proof is used; those of {@link proveChange} */
  async newPasskey(starter: Starter, place: FactorPlace, proof?: FactorProof): Promise<NewPasskey> {
    const { account } = starter
    if (place.passkeys === undefined) throw refusal('noAddress')
    const factors = await this.#tables.factors(account)
    const passkeys = factors.filter(({ kind }) => kind === 'passkey')
    if (passkeys.length >= MAX_PASSKEYS) throw refusal('tooManyPasskeys', { limit: MAX_PASSKEYS })
    const isProved = await this.proveChange(account, proof, place)
    const challenge = randomBytes(32).toString('base64url')
    return {
      setup: await this.begin('passkey', starter, { secret: challenge, isProved }),
      challenge,
      userId: randomBytes(32).toString('base64url'),
      userName: account,
      known: usablePasskeys(factors, place).map(({ id }) => id),
    }
  }

  /** Like {@link confirmAuthenticator}. @throws AppError SecondFactorRefused, SecondFactorWrong */
  async confirmPasskey(
    account: string,
    { setup, name, answer }: { setup: string; name: string; answer: PasskeyAttestation },
    place: FactorPlace,
    before?: () => Promise<void>,
  ): Promise<string[]> {
    if (place.passkeys === undefined) throw refusal('noAddress')
    const { id, secret, isProved } = await this.#setup('passkey', setup, account)
    await this.#end(id)
    const made = newPasskey(answer, { challenge: secret, place: place.passkeys })
    if (made === undefined) throw refusal('wrongPasskey', {}, 'SecondFactorWrong')
    await before?.()
    const sealed = await this.#seal(account, answer.id, made.publicKey)
    const { host } = place.passkeys
    return await this.#add(
      { account, id: answer.id, kind: 'passkey', name, host, sealed, counter: made.counter },
      !isProved,
    )
  }

  /** @throws AppError SecondFactorRefused */
  async remove(account: string, id: string): Promise<void> {
    if (!(await this.#tables.remove(account, id))) throw refusal('noSuchFactor')
  }

  /** @throws AppError SecondFactorRefused */
  async renewRecoveryCodes(account: string): Promise<string[]> {
    if (!(await this.hasAny(account))) throw refusal('noSuchFactor')
    const codes = newRecoveryCodes()
    await this.#tables.replaceRecoveryCodes(
      account,
      codes.map((code) => recoveryHash(account, code)),
    )
    return codes
  }

  /** Keeps what is completed within ten minutes, also after a restart, and returns the secret name of it. */
  async begin(kind: string, { account, scope }: Starter, value: unknown): Promise<string> {
    const name = randomBytes(32).toString('base64url')
    const id = hashOf(name)
    const now = this.#now()
    const sealed = await this.#seal(account, id, value)
    await this.#tables.keepStep({ id, account, kind, scope: hashOf(scope), sealed, endsAt: now + STEP_MS }, now)
    return name
  }

  /** What was begun under a name; undefined if it is over. */
  async begun(kind: string, name: string): Promise<Step<unknown> | undefined> {
    const id = hashOf(name)
    const found = await this.#tables.step(id, kind, this.#now())
    if (found === undefined) return undefined
    const value = await this.#open(found.account, id, found.sealed)
    return value === undefined ? undefined : { id, account: found.account, value }
  }

  /** Whether this call ends it: only one does. */
  end({ id }: Pick<Step<unknown>, 'id'>): Promise<boolean> {
    return this.#tables.endStep(id)
  }

  async #setup(kind: string, name: string, account: string): Promise<z.infer<typeof setupValue> & { id: string }> {
    const step = await this.begun(kind, name)
    if (step?.account !== account) throw refusal('setupExpired')
    return { id: step.id, ...z.parse(setupValue, step.value) }
  }

  async #end(id: string): Promise<void> {
    if (!(await this.end({ id }))) throw refusal('setupExpired')
  }

  async #add(factor: Omit<FactorRecord, 'created' | 'lastUsed'>, isFirst: boolean): Promise<string[]> {
    const { account } = factor
    const added = await this.#tables.add({ ...factor, created: this.#now(), lastUsed: 0 }, isFirst)
    if (!added) throw await this.#notAdded(factor, isFirst)
    return (await this.#tables.countRecoveryCodes(account)) > 0 ? [] : await this.renewRecoveryCodes(account)
  }

  async #notAdded({ account, kind }: Pick<FactorRecord, 'account' | 'kind'>, isFirst: boolean): Promise<AppError> {
    const factors = await this.#tables.factors(account)
    if (isFirst && factors.length > 0) return refusal('hasFactor')
    if (kind === TOTP) return refusal('hasAuthenticator')
    const passkeys = factors.filter((factor) => factor.kind === 'passkey').length
    return passkeys >= MAX_PASSKEYS ? refusal('tooManyPasskeys', { limit: MAX_PASSKEYS }) : refusal('setupExpired')
  }

  /** Counts an attempt as wrong before it is checked, so that parallel ones don't slip through. @throws AppError TooManyRequests */
  async #countAttempt(account: string): Promise<void> {
    const { failures, blockedUntil } = await this.#tables.attempts(account)
    const now = this.#now()
    // The clock can have been ahead.
    const seconds = Math.ceil(Math.min(blockedUntil - now, waitAfter(failures)) / 1000)
    if (seconds > 0) throw new AppError('TooManyRequests', { seconds })
    const isCounted = await this.#tables.countAttempt(account, failures, now + waitAfter(failures + 1))
    if (!isCounted) throw new AppError('TooManyRequests', { seconds: 1 })
  }

  /** Nobody guesses 80 bits, so those who guess the six digits of an app delay no recovery code. What is limited is the work. */
  async #proveRecovery(account: string, code: string, { address }: FactorPlace): Promise<void> {
    const attempt = this.#recoveryThrottle.begin(account, address)
    if ('waitSeconds' in attempt) throw new AppError('TooManyRequests', { seconds: attempt.waitSeconds })
    if (!(await this.#tables.useRecoveryCode(account, recoveryHash(account, code)))) {
      throw refusal('wrongRecoveryCode', {}, 'SecondFactorWrong')
    }
    attempt.succeeded()
  }

  async #proveTotp(account: string, code: string): Promise<boolean> {
    const factor = (await this.#tables.factors(account)).find(({ kind }) => kind === TOTP)
    const secret = factor && (await this.#open(account, factor.id, factor.sealed))
    if (factor === undefined || typeof secret !== 'string') return false
    const now = this.#now()
    const step = matchingStep(Buffer.from(secret, 'base64url'), code, now, factor.counter)
    return step !== undefined && (await this.#tables.advance(factor, step, now))
  }

  async #provePasskey(
    account: string,
    { challenge, answer }: Extract<FactorProof, { kind: 'passkey' }>,
    place: FactorPlace,
  ): Promise<boolean> {
    const step = await this.begun('challenge', challenge)
    if (step === undefined || step.account !== account || !(await this.end(step))) return false
    const factor = usablePasskeys(await this.#tables.factors(account), place).find(({ id }) => id === answer.id)
    const publicKey = factor && (await this.#open(account, factor.id, factor.sealed))
    if (factor === undefined || typeof publicKey !== 'string' || place.passkeys === undefined) return false
    const counter = signedCounter(answer, publicKey, { challenge: String(step.value), place: place.passkeys })
    if (counter === undefined) return false
    const now = this.#now()
    // Passkeys that a phone synchronizes don't count. One that counts backwards was copied.
    return counter === 0 ? await this.#tables.touch(factor, now) : await this.#tables.advance(factor, counter, now)
  }

  async #seal(account: string, use: string, value: unknown): Promise<string> {
    return await (await this.#sealer()).seal({ account, use, value })
  }

  async #open(account: string, use: string, sealed: string): Promise<unknown> {
    const opened = await (await this.#sealer()).open(sealed)
    return opened?.account === account && opened.use === use ? opened.value : undefined
  }
}

/** Browsers offer a passkey only at the host name that it was made for. */
function usablePasskeys(factors: readonly FactorRecord[], { passkeys }: FactorPlace): FactorRecord[] {
  return factors.filter(({ kind, host }) => kind === 'passkey' && host === passkeys?.host)
}

function iso(time: number): string {
  return time === 0 ? '' : new Date(time).toISOString()
}

/** Who reads the database can't continue what others have begun. */
function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url')
}
