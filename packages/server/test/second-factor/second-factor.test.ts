import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { NewAuthenticator, NewPasskey, PasskeyChallenge } from '@cooperage/contract'
import {
  type Accounts,
  accountsOf,
  allow,
  missingProgram,
  type StorageServer,
  startPostgres,
  startTarget,
  tempFolder,
} from '@cooperage/testkit'
import type { Credentials } from '@cooperage/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgresConsoleStore } from '../../src/shared/console-store/postgres-store.ts'
import { factorTables } from '../../src/shared/second-factor/factor-tables.ts'
import { resetAccount } from '../../src/shared/second-factor/reset-account.ts'
import type { Services } from '../../src/shared/services.ts'
import { auditedIn, type RunningConsole, startConsole } from '../running-console.ts'
import { type Reply, signedIn, type Visitor, visitor } from '../visitor.ts'
import { appOf, Passkey } from './authenticators.ts'

/** The clock of the console, which only the tests advance. */
let clock = Date.now()
const now = () => clock
const STEP_MS = 30_000

const folder = tempFolder('second-factor')
let storage: StorageServer
let accounts: Accounts
let server: RunningConsole
let root: Visitor

const start = () =>
  startConsole(storage.url, {
    dataDir: folder.path,
    now,
    ...(storage.consoleToken && { consoleToken: storage.consoleToken }),
  })

beforeAll(async () => {
  storage = await startTarget()
  accounts = accountsOf(storage)
  server = await start()
  root = await signedIn(server.url, storage.root)
})
afterAll(async () => {
  await server?.stop()
  await storage?.stop()
  folder.remove()
})

const OWN = '/api/v1/account/second-factor'
const STEP = '/api/v1/login/second-factor'
const post = (user: Visitor, path: string, json?: object) => user.call('POST', path, json === undefined ? {} : { json })
const coded = ({ status, json }: Reply) => [status, (json as { code?: string } | undefined)?.code]
const setMode = async (mode: string) => {
  expect((await root.call('PUT', '/api/v1/second-factor', { json: { mode } })).status).toBe(204)
}
/** A browser has passkeys at host names only. */
const atHost = () => server.url.replace('127.0.0.1', 'localhost')

/** A user with an authenticator app, and what it got with it. */
async function withApp(): Promise<{ keys: Credentials; code: () => string; recoveryCodes: string[]; user: Visitor }> {
  const keys = await accounts.user('readwrite')
  const user = await signedIn(server.url, keys)
  const made = (await post(user, `${OWN}/authenticator`, {})).json as NewAuthenticator
  const app = appOf(made)
  const confirmed = await post(user, `${OWN}/authenticator/confirm`, { setup: made.setup, code: app(now()) })
  expect(confirmed.status).toBe(201)
  const { recoveryCodes } = confirmed.json as { recoveryCodes: string[] }
  clock += STEP_MS
  return { keys, code: () => app(now()), recoveryCodes, user }
}

const prove = (user: Visitor, kind: 'totp' | 'recovery', code: string) => post(user, STEP, { proof: { kind, code } })

test('is off by default: no cookie, no feature, no file, and each call refuses', async () => {
  const keys = await accounts.user('readwrite')
  const user = visitor(server.url)
  const reply = await user.signIn(keys)
  expect(reply.status).toBe(201)
  expect(reply.headers['set-cookie']).toHaveLength(1)
  expect((await user.get('/api/v1/session')).json).not.toMatchObject({
    features: expect.arrayContaining(['second-factor']),
  })
  expect(existsSync(join(folder.path, 'second-factor'))).toBe(false)
  expect(coded(await user.get(OWN))).toEqual([403, 'SecondFactorRefused'])
  expect(coded(await post(user, `${OWN}/authenticator`, {}))).toEqual([403, 'SecondFactorRefused'])
  expect(coded(await prove(visitor(server.url), 'totp', '123456'))).toEqual([401, 'LoginExpired'])
})

test('only who may change settings turns it on and sees who has factors', async () => {
  const user = await signedIn(server.url, await accounts.user('readwrite'))
  for (const reply of [
    await user.get('/api/v1/second-factor'),
    await user.call('PUT', '/api/v1/second-factor', { json: { mode: 'required' } }),
    await user.call('DELETE', '/api/v1/second-factor/accounts?name=nobody'),
  ]) {
    expect(coded(reply)).toEqual([403, 'AccessDenied'])
  }
  expect((await root.get('/api/v1/second-factor')).json).toEqual({ mode: 'off', accounts: [] })
})

describe('Optional factors', () => {
  beforeAll(() => setMode('optional'))

  test('an account without factors signs in as before, and its session says that it can have some', async () => {
    const user = await signedIn(server.url, await accounts.user('readwrite'))
    expect((await user.get('/api/v1/session')).json).toMatchObject({
      features: expect.arrayContaining(['second-factor']),
    })
    expect((await user.get(OWN)).json).toEqual({ mode: 'optional', factors: [], recoveryCodes: 0 })
  })

  test('a code of the app completes the sign-in, once', async () => {
    const { keys, code } = await withApp()
    const user = visitor(server.url)
    const asked = await user.signIn(keys)
    expect(coded(asked)).toEqual([403, 'SecondFactorNeeded'])
    expect(asked.json).toMatchObject({ factors: ['totp', 'recovery'], account: keys.accessKey })
    expect(asked.text).not.toContain(keys.secretKey)

    // What it has opens nothing.
    for (const path of ['/api/v1/session', '/api/v1/buckets', OWN]) {
      expect(coded(await user.get(path))).toEqual([401, 'NotLoggedIn'])
    }
    const pending = user.twin()
    const right = code()
    const done = await prove(user, 'totp', right)
    expect([done.status, done.json]).toEqual([
      201,
      { sessionId: expect.stringMatching(/^[0-9a-f]{32}$/), wrongFactors: 0 },
    ])
    expect((await user.get('/api/v1/session')).json).toMatchObject({ accountName: keys.accessKey })

    // Neither a copy of the cookie nor the code works again.
    expect(coded(await prove(pending, 'totp', right))).toEqual([401, 'LoginExpired'])
    const again = visitor(server.url)
    await again.signIn(keys)
    expect(coded(await prove(again, 'totp', right))).toEqual([403, 'SecondFactorWrong'])
    clock += STEP_MS
    expect((await prove(again, 'totp', code())).json).toMatchObject({ wrongFactors: 1 })
  })

  test('the next sign-in says how many factors were wrong since the last one, of each kind and once', async () => {
    const { keys, code, user: owner } = await withApp()
    const stranger = visitor(server.url)
    await stranger.signIn(keys)
    for (const kind of ['totp', 'recovery', 'totp'] as const) {
      expect(coded(await prove(stranger, kind, 'wrong'))).toEqual([403, 'SecondFactorWrong'])
    }
    // Who has a session has signed in: what is wrong there doesn't count.
    const change = { proof: { kind: 'recovery', code: 'wrong' } }
    expect(coded(await post(owner, `${OWN}/recovery-codes`, change))).toEqual([403, 'SecondFactorWrong'])
    for (const wrongFactors of [3, 0]) {
      const next = visitor(server.url)
      await next.signIn(keys)
      expect((await prove(next, 'totp', code())).json).toMatchObject({ wrongFactors })
      clock += STEP_MS
    }
  })

  test('wrong keys say nothing about factors', async () => {
    const { keys } = await withApp()
    const plain = await accounts.user('readwrite')
    const replies = [keys, plain].map(({ accessKey }) =>
      visitor(server.url).signIn({ accessKey, secretKey: 'wrong-secret' }),
    )
    const [one, other] = (await Promise.all(replies)).map(({ status, json, headers }) => {
      const { requestId: _, ...said } = json as Record<string, unknown>
      return { status, said, cookies: headers['set-cookie'] }
    })
    expect(one).toEqual(other)
    expect(one).toMatchObject({ status: 401, said: { code: 'InvalidLogin' } })
  })

  test('each recovery code works once, however it is typed, and new ones replace all', async () => {
    const { keys, code, recoveryCodes, user } = await withApp()
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first = '', second = ''] = recoveryCodes
    const one = visitor(server.url)
    await one.signIn(keys)
    expect((await prove(one, 'recovery', first.toUpperCase().replaceAll('-', ' '))).status).toBe(201)
    const two = visitor(server.url)
    await two.signIn(keys)
    expect(coded(await prove(two, 'recovery', first))).toEqual([403, 'SecondFactorWrong'])
    expect((await user.get(OWN)).json).toMatchObject({ recoveryCodes: 9 })

    const renewed = await post(user, `${OWN}/recovery-codes`, { proof: { kind: 'totp', code: code() } })
    expect(renewed.status).toBe(201)
    expect(coded(await prove(two, 'recovery', second))).toEqual([403, 'SecondFactorWrong'])
    const [fresh = ''] = (renewed.json as { recoveryCodes: string[] }).recoveryCodes
    expect((await prove(two, 'recovery', fresh)).status).toBe(201)
  })

  test('guessing is slowed down for the account, from every browser and at once; a passkey isn’t', async () => {
    const { keys, code, user } = await withApp()
    const passkey = await addPasskey(user, code())
    clock += STEP_MS
    const guessers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const one = visitor(atHost())
        await one.signIn(keys)
        return one
      }),
    )
    const replies = await Promise.all(guessers.map((one) => prove(one, 'totp', '000000')))
    const wrong = replies.filter(({ status }) => status === 403).length
    expect(wrong).toBeLessThanOrEqual(6)
    expect(replies.filter(({ status }) => status === 429).length).toBe(8 - wrong)
    const [guesser] = guessers
    if (guesser === undefined) throw new Error('nobody guesses')
    for (let more = wrong; more < 6; more++) await prove(guesser, 'totp', '000000')
    // The right one has to wait too, or the wait would say nothing.
    const early = await prove(guesser, 'totp', code())
    expect(coded(early)).toEqual([429, 'TooManyRequests'])
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(0)
    const challenge = (await post(guesser, `${STEP}/challenge`)).json as PasskeyChallenge
    expect((await post(guesser, STEP, { proof: passkey.answer(challenge) })).status).toBe(201)

    clock += STEP_MS
    const [, other] = guessers
    expect((await prove(other as Visitor, 'totp', code())).status).toBe(201)
  })

  test('a factor of another account, and the sign-in of another account, are worth nothing', async () => {
    const anna = await withApp()
    const berta = await withApp()
    const user = visitor(server.url)
    await user.signIn(anna.keys)
    expect(coded(await prove(user, 'totp', berta.code()))).toEqual([403, 'SecondFactorWrong'])
    expect(coded(await prove(user, 'recovery', berta.recoveryCodes[0] ?? ''))).toEqual([403, 'SecondFactorWrong'])
    expect(coded(await post(user, `${STEP}/authenticator`))).toEqual([403, 'SecondFactorRefused'])

    // What berta has begun isn't anna's.
    const challenge = (await post(berta.user, `${OWN}/challenge`)).json as PasskeyChallenge
    const passkey = new Passkey(atHost())
    expect(coded(await post(user, STEP, { proof: passkey.answer(challenge) }))).toEqual([403, 'SecondFactorWrong'])
    expect((await prove(user, 'totp', anna.code())).status).toBe(201)
    expect((await user.get('/api/v1/session')).json).toMatchObject({ accountName: anna.keys.accessKey })
  })

  test('who has a factor needs it to add, remove or replace one', async () => {
    const { code, user } = await withApp()
    const local = user.twin(atHost())
    for (const path of ['authenticator', 'passkey']) {
      expect(coded(await post(local, `${OWN}/${path}`, {}))).toEqual([403, 'SecondFactorRefused'])
    }
    const wrong = { kind: 'totp', code: '000000' }
    expect(coded(await post(local, `${OWN}/passkey`, { proof: wrong }))).toEqual([403, 'SecondFactorWrong'])
    expect((await user.get('/api/v1/session')).status).toBe(200)
    const guess = { kind: 'recovery', code: 'aaaa-aaaa-aaaa-aaaa' }
    expect(coded(await post(user, `${OWN}/remove`, { id: 'totp', proof: guess }))).toEqual([403, 'SecondFactorWrong'])
    expect(coded(await post(user, `${OWN}/recovery-codes`, { proof: guess }))).toEqual([403, 'SecondFactorWrong'])
    const second = await post(user, `${OWN}/authenticator`, { proof: { kind: 'totp', code: code() } })
    expect(coded(second)).toEqual([403, 'SecondFactorRefused'])
    // What was refused for another reason hasn't used the code.
    expect((await post(user, `${OWN}/remove`, { id: 'totp', proof: { kind: 'totp', code: code() } })).status).toBe(204)
    expect((await user.get(OWN)).json).toMatchObject({ factors: [], recoveryCodes: 0 })
  })

  test('what was begun before the account had a factor doesn’t become its second one', async () => {
    const keys = await accounts.user('readwrite')
    const early = (await signedIn(server.url, keys)).twin(atHost())
    const begun = (await post(early, `${OWN}/passkey`, {})).json as NewPasskey
    const user = await signedIn(server.url, keys)
    const made = (await post(user, `${OWN}/authenticator`, {})).json as NewAuthenticator
    const first = await post(user, `${OWN}/authenticator/confirm`, { setup: made.setup, code: appOf(made)(now()) })
    expect(first.status).toBe(201)
    const json = { setup: begun.setup, name: 'Key', answer: new Passkey(atHost()).create(begun) }
    expect(coded(await post(early, `${OWN}/passkey/confirm`, json))).toEqual([403, 'SecondFactorRefused'])
    expect((await user.get(OWN)).json).toMatchObject({ factors: [{ kind: 'totp' }] })
  })

  test('who has the keys too makes no sign-in or challenge of the owner be forgotten', async () => {
    const { keys, code, user } = await withApp()
    const passkey = await addPasskey(user, code())
    const owner = visitor(atHost())
    await owner.signIn(keys)
    const challenge = (await post(owner, `${STEP}/challenge`)).json as PasskeyChallenge
    const rival = visitor(atHost())
    await rival.signIn(keys)
    for (let more = 0; more < 21; more++) expect((await post(rival, `${STEP}/challenge`)).status).toBe(200)
    const outcomes: unknown[] = []
    for (let more = 0; more < 12; more++) outcomes.push(coded(await visitor(server.url).signIn(keys))[1])
    expect(outcomes.at(0)).toBe('SecondFactorNeeded')
    expect(outcomes.at(-1)).toBe('TooManyRequests')
    expect((await post(owner, STEP, { proof: passkey.answer(challenge) })).status).toBe(201)
    // Who completes one waits no longer.
    expect(coded(await visitor(server.url).signIn(keys))[1]).toBe('SecondFactorNeeded')
  })

  test('a sign-in whose cookie was sent twice is refused', async () => {
    const { keys, code } = await withApp()
    const user = visitor(server.url)
    await user.signIn(keys)
    const name = [...user.cookies.keys()].find((cookie) => cookie.includes('factor')) ?? ''
    const both = `${name}=planted; ${name}=${user.cookies.get(name)}`
    const twice = await user.call('POST', STEP, {
      json: { proof: { kind: 'totp', code: code() } },
      headers: { cookie: both },
    })
    expect(coded(twice)[1]).toBe('SessionCookieTwice')
    expect((await prove(user, 'totp', code())).status).toBe(201)
  })

  test('a new password doesn’t lengthen a session past a factor', async () => {
    const { keys, user } = await withApp()
    const endOf = async () => ((await user.get('/api/v1/session')).json as { expiresAt: string }).expiresAt
    const before = await endOf()
    clock += 60_000
    const json = { current_secret_key: keys.secretKey, new_secret_key: 'another-secret-key' }
    expect((await user.call('POST', '/api/v1/account/change-password', { json })).status).toBe(201)
    expect(await endOf()).toBe(before)
  })

  test('an app is only set up with a right code, within ten minutes, by who began it', async () => {
    const [one, other] = await Promise.all([accounts.user('readwrite'), accounts.user('readwrite')])
    const user = await signedIn(server.url, one)
    const stranger = await signedIn(server.url, other)
    const made = (await post(user, `${OWN}/authenticator`, {})).json as NewAuthenticator
    const confirm = (who: Visitor, code: string) =>
      post(who, `${OWN}/authenticator/confirm`, { setup: made.setup, code })
    expect(coded(await confirm(user, '000000'))).toEqual([403, 'SecondFactorWrong'])
    expect(coded(await confirm(stranger, appOf(made)(now())))).toEqual([403, 'SecondFactorRefused'])
    clock += 10 * 60_000
    expect(coded(await confirm(user, appOf(made)(now())))).toEqual([403, 'SecondFactorRefused'])
    const later = (await post(user, `${OWN}/authenticator`, {})).json as NewAuthenticator
    const late = { setup: later.setup, code: appOf(later)(now()) }
    expect((await post(user, `${OWN}/authenticator/confirm`, late)).status).toBe(201)
    expect(coded(await post(user, `${OWN}/authenticator/confirm`, late))).toEqual([403, 'SecondFactorRefused'])
  })

  test('a sign-in waits for its factor for ten minutes, also through a restart of the console', async () => {
    const { keys, code } = await withApp()
    const user = visitor(server.url)
    const late = visitor(server.url)
    await late.signIn(keys)
    clock += 5 * 60_000
    await user.signIn(keys)
    await server.stop()
    server = await start()
    root = await signedIn(server.url, storage.root)
    clock += 5 * 60_000
    expect(coded(await prove(late.twin(server.url), 'totp', code()))).toEqual([401, 'LoginExpired'])
    const back = user.twin(server.url)
    expect((await prove(back, 'totp', code())).status).toBe(201)
    expect((await back.get('/api/v1/session')).status).toBe(200)
  })

  test('a browser that was signed in keeps its session until the factor is given, and replaces it then', async () => {
    const { keys, code } = await withApp()
    const before = await accounts.user('readwrite')
    const user = await signedIn(server.url, before)
    const copy = user.twin()
    const asked = await post(user, '/api/v1/login', { ...keys, replaces: true })
    expect(coded(asked)).toEqual([403, 'SecondFactorNeeded'])
    expect((await user.get('/api/v1/session')).json).toMatchObject({ accountName: before.accessKey })
    expect((await prove(user, 'totp', code())).status).toBe(201)
    expect((await user.get('/api/v1/session')).json).toMatchObject({ accountName: keys.accessKey })
    expect(coded(await copy.get('/api/v1/session'))).toEqual([401, 'SessionEnded'])
  })

  test('the secret of an app is in no response after it was set up, and neither it nor codes are in the log', async () => {
    const keys = await accounts.user('readwrite')
    const user = await signedIn(server.url, keys)
    const made = (await post(user, `${OWN}/authenticator`, {})).json as NewAuthenticator
    const app = appOf(made)
    const used = app(now())
    const { recoveryCodes } = (await post(user, `${OWN}/authenticator/confirm`, { setup: made.setup, code: used }))
      .json as { recoveryCodes: string[] }
    const [recovery = ''] = recoveryCodes
    const browser = visitor(server.url)
    await browser.signIn(keys)
    await prove(browser, 'recovery', recovery)
    await prove(browser, 'totp', '000000')
    const texts = [await user.get(OWN), await root.get('/api/v1/second-factor'), await user.get('/api/v1/session')]
    const said = [...texts.map(({ text }) => text), server.log.join('')].join('\n')
    for (const secret of [made.secret, made.setup, recovery, `"${used}"`]) expect(said).not.toContain(secret)
    const kept = readFileSync(join(folder.path, 'console.sqlite'), 'latin1')
    for (const secret of [made.secret, made.setup, recovery]) expect(kept).not.toContain(secret)

    // The trail has who set one up, and what completed the sign-in.
    const records = auditedIn(server).filter(({ account }) => account === keys.accessKey)
    expect(records).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ call: 'secondFactor.confirmAuthenticator', outcome: 'done' }),
        expect.objectContaining({ call: 'session.loginSecondFactor', factor: 'recovery', outcome: 'done' }),
      ]),
    )
  })

  test('wrong factors, removals and resets are in the audit trail, with the account', async () => {
    const { keys, code, user } = await withApp()
    const browser = visitor(server.url)
    await browser.signIn(keys)
    await prove(browser, 'totp', '000000')
    await post(user, `${OWN}/remove`, { id: 'totp', proof: { kind: 'totp', code: code() } })
    const other = await withApp()
    await root.call('DELETE', `/api/v1/second-factor/accounts?name=${other.keys.accessKey}`)
    expect(auditedIn(server)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          call: 'session.loginSecondFactor',
          account: keys.accessKey,
          factor: 'totp',
          code: 'SecondFactorWrong',
        }),
        expect.objectContaining({
          call: 'secondFactor.remove',
          account: keys.accessKey,
          request: { id: 'totp', proof: '[redacted]' },
        }),
        expect.objectContaining({
          call: 'secondFactor.reset',
          account: storage.root.accessKey,
          target: { name: other.keys.accessKey },
        }),
      ]),
    )
  })

  test('who may set the password of a user resets its factors, and nobody else those of root', async () => {
    const { keys, user } = await withApp()
    const helper = await signedIn(
      server.url,
      await accounts.allowed(allow(['admin:CreateUser', 'admin:GetUser', 'admin:ListUsers'])),
    )
    const reset = (by: Visitor, name: string) =>
      by.call('DELETE', `/api/v1/second-factor/accounts?name=${encodeURIComponent(name)}`)
    expect(coded(await reset(user, keys.accessKey))).toEqual([403, 'AccessDenied'])
    expect(coded(await reset(helper, storage.root.accessKey))).toEqual([403, 'AccessDenied'])
    const waiting = visitor(server.url)
    await waiting.signIn(keys)
    expect((await reset(helper, keys.accessKey)).status).toBe(204)
    const again = await reset(helper, keys.accessKey)
    expect(coded(again)).toEqual([403, 'SecondFactorRefused'])
    expect(again.json).toMatchObject({ message: expect.stringContaining('nothing to reset') })
    // What was begun with the old factors is over.
    expect(coded(await post(waiting, `${STEP}/authenticator`))).toEqual([401, 'LoginExpired'])
    expect((await visitor(server.url).signIn(keys)).status).toBe(201)
  })

  test('a session of an administrator that was left open neither resets itself nor weakens the setting or others', async () => {
    const keys = await accounts.user('consoleAdmin')
    const admin = await signedIn(server.url, keys)
    const made = (await post(admin, `${OWN}/authenticator`, {})).json as NewAuthenticator
    const confirmed = await post(admin, `${OWN}/authenticator/confirm`, {
      setup: made.setup,
      code: appOf(made)(now()),
    })
    expect(confirmed.status).toBe(201)
    const next = () => {
      clock += STEP_MS
      return { kind: 'totp', code: appOf(made)(now()) }
    }
    const { keys: other } = await withApp()
    const change = (mode: string, proof?: object) =>
      admin.call('PUT', '/api/v1/second-factor', { json: { mode, ...(proof && { proof }) } })
    const reset = (name: string, proof?: object) =>
      admin.call('DELETE', `/api/v1/second-factor/accounts?name=${name}`, proof && { json: { proof } })

    expect(coded(await reset(keys.accessKey))).toEqual([403, 'SecondFactorRefused'])
    expect(coded(await reset(keys.accessKey, next()))).toEqual([403, 'SecondFactorRefused'])
    expect(coded(await reset(other.accessKey))).toEqual([403, 'SecondFactorRefused'])
    expect(coded(await reset(other.accessKey, { kind: 'totp', code: '000000' }))).toEqual([403, 'SecondFactorWrong'])
    expect((await reset(other.accessKey, next())).status).toBe(204)

    expect((await change('required')).status).toBe(204)
    for (const mode of ['optional', 'off']) {
      expect(coded(await change(mode))).toEqual([403, 'SecondFactorRefused'])
    }
    expect((await change('optional', next())).status).toBe(204)
  })

  test('factors are kept while it is off, and nobody is asked for them', async () => {
    const { keys } = await withApp()
    await setMode('off')
    expect((await visitor(server.url).signIn(keys)).status).toBe(201)
    await setMode('optional')
    expect(coded(await visitor(server.url).signIn(keys))).toEqual([403, 'SecondFactorNeeded'])
  })
})

describe('Required factors', () => {
  beforeAll(() => setMode('required'))
  afterAll(() => setMode('optional'))

  test('who has none sets one up to sign in, and gets nothing else', async () => {
    const keys = await accounts.user('readwrite')
    const user = visitor(server.url)
    const asked = await user.signIn(keys)
    expect(coded(asked)).toEqual([403, 'SecondFactorMissing'])
    expect(asked.json).toMatchObject({ factors: [], account: keys.accessKey })
    for (const code of ['000000', '']) expect((await prove(user, 'totp', code)).status).toBeGreaterThanOrEqual(400)
    expect(coded(await user.get('/api/v1/session'))).toEqual([401, 'NotLoggedIn'])
    expect(coded(await user.get(OWN))).toEqual([401, 'NotLoggedIn'])

    const made = (await post(user, `${STEP}/authenticator`)).json as NewAuthenticator
    const rival = visitor(server.url)
    await rival.signIn(keys)
    const madeByRival = (await post(rival, `${STEP}/authenticator`)).json as NewAuthenticator
    const done = await post(user, `${STEP}/authenticator/confirm`, { setup: made.setup, code: appOf(made)(now()) })
    expect(done.status).toBe(201)
    expect((done.json as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10)
    expect((await user.get('/api/v1/session')).json).toMatchObject({ accountName: keys.accessKey })

    // The second one who began it doesn't get in with a factor of its own.
    const late = { setup: madeByRival.setup, code: appOf(madeByRival)(now()) }
    expect(coded(await post(rival, `${STEP}/authenticator/confirm`, late))).toEqual([403, 'SecondFactorRefused'])
    expect(coded(await rival.get('/api/v1/session'))).toEqual([401, 'NotLoggedIn'])
  })

  test('of two who set up the first factor at the same time, one gets in', async () => {
    const keys = await accounts.user('readwrite')
    const rivals = await Promise.all(
      [1, 2].map(async () => {
        const user = visitor(server.url)
        await user.signIn(keys)
        const made = (await post(user, `${STEP}/authenticator`)).json as NewAuthenticator
        return { user, json: { setup: made.setup, code: appOf(made)(now()) } }
      }),
    )
    const replies = await Promise.all(rivals.map(({ user, json }) => post(user, `${STEP}/authenticator/confirm`, json)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 403])
  })

  test('a database that was replaced still asks, and one that can’t be read lets nobody in', async () => {
    const keys = await accounts.user('readwrite')
    await server.stop()
    removeDatabase()
    server = await start()
    expect(coded(await visitor(server.url).signIn(keys))).toEqual([403, 'SecondFactorMissing'])
    await server.stop()
    removeDatabase()
    mkdirSync(database)
    server = await start()
    expect(coded(await visitor(server.url).signIn(keys))).toEqual([503, 'ConsoleStoreUnavailable'])
    // Without the file, the console has never asked.
    rmSync(join(folder.path, 'second-factor'))
    expect((await visitor(server.url).signIn(keys)).status).toBe(201)
    await server.stop()
    removeDatabase()
    server = await start()
    root = await signedIn(server.url, storage.root)
    await setMode('required')
  })
})

const database = join(folder.path, 'console.sqlite')
function removeDatabase(): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${database}${end}`, { force: true, recursive: true })
}

async function addPasskey(user: Visitor, code?: string): Promise<Passkey> {
  const local = user.twin(atHost())
  const proof = code === undefined ? {} : { proof: { kind: 'totp', code } }
  const made = (await post(local, `${OWN}/passkey`, proof)).json as NewPasskey
  const passkey = new Passkey(atHost())
  const confirmed = await post(local, `${OWN}/passkey/confirm`, {
    setup: made.setup,
    name: 'Key',
    answer: passkey.create(made),
  })
  expect(confirmed.status).toBe(201)
  return passkey
}

describe('Passkeys', () => {
  /** A user whose only factor is a passkey, and a browser that has to give it. */
  async function waiting() {
    const keys = await accounts.user('readwrite')
    const user = await signedIn(server.url, keys)
    const passkey = await addPasskey(user)
    const browser = visitor(atHost())
    const asked = await browser.signIn(keys)
    const challenge = async () => (await post(browser, `${STEP}/challenge`)).json as PasskeyChallenge
    return { keys, user, passkey, browser, asked, challenge }
  }

  test('a passkey completes the sign-in, and its answer works once', async () => {
    const { user, passkey, browser, asked, challenge } = await waiting()
    expect(asked.json).toMatchObject({ factors: ['passkey', 'recovery'] })
    const given = await challenge()
    expect(given.passkeys).toEqual([passkey.id.toString('base64url')])
    const proof = passkey.answer(given)
    const pending = browser.twin()
    expect((await post(browser, STEP, { proof })).status).toBe(201)
    expect(coded(await post(pending, STEP, { proof }))).toEqual([401, 'LoginExpired'])
    expect((await user.get(OWN)).json).toMatchObject({
      factors: [{ kind: 'passkey', name: 'Key', host: 'localhost', lastUsed: expect.stringMatching(/^\d{4}/) }],
    })
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { host: 'evil.example' }],
    ['no verified user', { flags: 0x01 }],
    ['no user', { flags: 0x04 }],
    ['the answer to a registration', { type: 'webauthn.create' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ])('refuses a signature with %s', async (_, faults) => {
    const { passkey, browser, challenge } = await waiting()
    const proof = passkey.answer(await challenge(), faults)
    expect(coded(await post(browser, STEP, { proof }))).toEqual([403, 'SecondFactorWrong'])
    expect((await post(browser, STEP, { proof: passkey.answer(await challenge()) })).status).toBe(201)
  })

  test('refuses a signature that was changed, of another key, of an old challenge, or that counts backwards', async () => {
    const { keys, passkey, browser, challenge } = await waiting()
    const changed = passkey.answer(await challenge())
    const signature = Buffer.from(changed.answer.signature, 'base64url')
    signature[10] = (signature[10] ?? 0) ^ 1
    changed.answer.signature = signature.toString('base64url')
    const foreign = new Passkey(atHost()).answer(await challenge())
    const impostor = { ...foreign, answer: { ...foreign.answer, id: passkey.id.toString('base64url') } }
    const { answer } = passkey.answer(await challenge())
    const old = { kind: 'passkey', challenge: (await challenge()).challenge, answer }
    const empty = {
      ...changed,
      answer: { id: changed.answer.id, clientDataJSON: '', authenticatorData: '', signature: '' },
    }
    for (const proof of [changed, foreign, impostor, old, empty]) {
      expect(coded(await post(browser, STEP, { proof }))).toEqual([403, 'SecondFactorWrong'])
    }
    expect((await post(browser, STEP, { proof: passkey.answer(await challenge(), { counter: 9 }) })).status).toBe(201)
    const next = visitor(atHost())
    await next.signIn(keys)
    for (const counter of [9, 3, 0]) {
      const given = (await post(next, `${STEP}/challenge`)).json as PasskeyChallenge
      const proof = passkey.answer(given, { counter })
      expect([counter, ...coded(await post(next, STEP, { proof }))]).toEqual([counter, 403, 'SecondFactorWrong'])
    }
  })

  test('a passkey that doesn’t count is accepted again and again', async () => {
    const { keys, passkey } = await waiting()
    for (let round = 0; round < 2; round++) {
      const browser = visitor(atHost())
      await browser.signIn(keys)
      const given = (await post(browser, `${STEP}/challenge`)).json as PasskeyChallenge
      const proof = passkey.answer(given, { counter: 0 })
      expect((await post(browser, STEP, { proof })).status).toBe(201)
    }
  })

  test('is offered only at the host name that it was made for, and set up only at one', async () => {
    const { keys, user } = await waiting()
    const elsewhere = visitor(server.url)
    expect((await elsewhere.signIn(keys)).json).toMatchObject({ factors: ['recovery'] })
    expect(coded(await post(user, `${OWN}/passkey`, {}))).toEqual([403, 'SecondFactorRefused'])
    const nobody = await signedIn(server.url, await accounts.user('readwrite'))
    expect(coded(await post(nobody, `${OWN}/passkey`, {}))).toEqual([403, 'SecondFactorRefused'])
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { host: 'evil.example' }],
    ['no verified user', { flags: 0x41 }],
    ['no credential', { flags: 0x05 }],
    ['the answer to a sign-in', { type: 'webauthn.get' }],
    ['another challenge', { challenge: 'AAAA' }],
  ])('doesn’t set up a passkey with %s', async (_, faults) => {
    const user = (await signedIn(server.url, await accounts.user('readwrite'))).twin(atHost())
    const made = (await post(user, `${OWN}/passkey`, {})).json as NewPasskey
    const answer = new Passkey(atHost()).create(made, faults)
    const json = { setup: made.setup, name: 'Key', answer }
    expect(coded(await post(user, `${OWN}/passkey/confirm`, json))).toEqual([403, 'SecondFactorWrong'])
    expect((await user.get(OWN)).json).toMatchObject({ factors: [] })
  })

  test('is set up during a sign-in that requires a factor', async () => {
    await setMode('required')
    try {
      const browser = visitor(atHost())
      expect(coded(await browser.signIn(await accounts.user('readwrite')))).toEqual([403, 'SecondFactorMissing'])
      const made = (await post(browser, `${STEP}/passkey`)).json as NewPasskey
      const answer = new Passkey(atHost()).create(made)
      const done = await post(browser, `${STEP}/passkey/confirm`, { setup: made.setup, name: 'Key', answer })
      expect(done.status).toBe(201)
      expect((await browser.get('/api/v1/session')).status).toBe(200)
    } finally {
      await setMode('optional')
    }
  })
})

const missing = missingProgram('postgres')
if (missing !== undefined) console.warn(`!!!!  SKIPPED: second factors of several replicas. ${missing}`)
describe.skipIf(missing !== undefined)('Two replicas with PostgreSQL', () => {
  test('share the switch, factors, waiting sign-ins and used codes', async () => {
    const postgres = await startPostgres()
    const replicas = await Promise.all(
      [1, 2].map(() =>
        startConsole(storage.url, {
          auditStore: postgres.url,
          now,
          ...(storage.consoleToken && { consoleToken: storage.consoleToken }),
        }),
      ),
    )
    try {
      const [one = '', two = ''] = replicas.map(({ url }) => url)
      const admin = await signedIn(one, storage.root)
      const changed = await admin.call('PUT', '/api/v1/second-factor', { json: { mode: 'required' } })
      expect(changed.status).toBe(204)
      const keys = await accounts.user('readwrite')
      const user = visitor(two)
      expect(coded(await user.signIn(keys))).toEqual([403, 'SecondFactorMissing'])
      const made = (await post(user.twin(one), `${STEP}/authenticator`)).json as NewAuthenticator
      const app = appOf(made)
      const confirm = { setup: made.setup, code: app(now()) }
      const done = await post(user, `${STEP}/authenticator/confirm`, confirm)
      expect(done.status).toBe(201)
      const [recovery = ''] = (done.json as { recoveryCodes: string[] }).recoveryCodes

      clock += STEP_MS
      const browsers = await Promise.all(
        [one, two].map(async (url) => {
          const browser = visitor(url)
          await browser.signIn(keys)
          return browser
        }),
      )
      const replies = await Promise.all(browsers.map((browser) => prove(browser, 'totp', app(now()))))
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
      const last = visitor(two)
      await last.signIn(keys)
      expect(coded(await prove(last, 'totp', app(now())))[0]).toBeGreaterThanOrEqual(403)
      clock += STEP_MS
      expect((await prove(last, 'recovery', recovery)).status).toBe(201)
      const local = last.twin(two.replace('127.0.0.1', 'localhost'))
      clock += STEP_MS
      const proof = { kind: 'totp', code: app(now()) }
      const begun = (await post(local, `${OWN}/passkey`, { proof })).json as NewPasskey
      const answer = new Passkey(local.url).create(begun)
      expect((await post(local, `${OWN}/passkey/confirm`, { setup: begun.setup, name: 'Key', answer })).status).toBe(
        201,
      )

      const sharedStore = postgresConsoleStore(postgres.url)
      try {
        const tables = factorTables({ sharedStore, settings: {} as Services['settings'] })
        const first = { kind: 'passkey', name: 'Key', host: 'localhost', sealed: '' } as const
        const times = { counter: 0, created: 1, lastUsed: 0 }
        const ids = ['a', 'b', 'c', 'd']
        // All connections of the pool are open then.
        await Promise.all(ids.map((id) => tables.factors(id)))
        for (const account of Array.from({ length: 10 }, (_, index) => `nobody-${index}`)) {
          const added = await Promise.all(ids.map((id) => tables.add({ ...first, ...times, account, id }, true)))
          expect(added.filter(Boolean)).toHaveLength(1)
        }
      } finally {
        await sharedStore.close()
      }

      const reset = { account: keys.accessKey, server: undefined, dataDir: folder.path, database: postgres.url }
      expect(await resetAccount(reset)).toBe(2)
      expect(coded(await visitor(one).signIn(keys))).toEqual([403, 'SecondFactorMissing'])
    } finally {
      for (const replica of replicas) await replica.stop()
      await postgres.stop()
    }
  })
})
