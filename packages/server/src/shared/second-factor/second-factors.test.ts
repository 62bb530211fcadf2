import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError, MAX_PASSKEYS } from '@cooperage/contract'
import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConsoleStore } from '../console-store/console-store.ts'
import { openConsoleStore } from '../console-store/open-store.ts'
import type { Services } from '../services.ts'
import {
  FACTOR_MIGRATIONS,
  FACTOR_TABLES,
  type FactorRecord,
  factorTables,
  WRONG_FACTOR_TABLES,
} from './factor-tables.ts'
import { SecondFactors } from './second-factors.ts'
import { totpCode, totpStep } from './totp.ts'

let folder: string
let store: ConsoleStore
let now: number
let logged: string[]
/** Seals nothing: what is tested here is what the tables keep. */
const sealerFor = (async () => ({
  seal: async (value: unknown) => JSON.stringify(value),
  open: async (text: string) => JSON.parse(text),
})) as unknown as Services['sealerFor']
const log = {
  error: (...said: unknown[]) => {
    logged.push(said.map(String).join(' '))
  },
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'second-factors-'))
  store = openConsoleStore(join(folder, 'console.sqlite'), fastify().log)
  now = 1_700_000_000_000
  logged = []
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const services = (sharedStore = store, auditStore?: URL) =>
  ({
    settings: { dataDir: folder, ...(auditStore && { auditStore }) } as Services['settings'],
    sharedStore,
    sealerFor,
    now: () => now,
  }) satisfies Partial<Services>
const factors = (...args: Parameters<typeof services>) => new SecondFactors(services(...args), log)

const ACCOUNT = 'anna'
const starter = { account: ACCOUNT, scope: 'session' }
const place = { issuer: 'Cooperage', address: '10.0.0.1', passkeys: undefined }
const passkey = (id: string): FactorRecord => ({
  ...{ account: ACCOUNT, id, kind: 'passkey', name: 'Key', host: 'one.example', sealed: '' },
  ...{ counter: 0, created: 1, lastUsed: 0 },
})
const coded = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )

/** Bytes of a secret in base32. */
function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

async function withApp(tested: SecondFactors): Promise<() => string> {
  const { setup, secret } = await tested.newAuthenticator(starter, place)
  const code = () => totpCode(bytesOf(secret), totpStep(now))
  await tested.confirmAuthenticator(ACCOUNT, { setup, code: code() })
  return code
}

test('nothing is stored if what has to succeed before doesn’t', async () => {
  const tested = factors()
  const { setup, secret } = await tested.newAuthenticator(starter, place)
  const code = totpCode(bytesOf(secret), totpStep(now))
  const expired = async () => {
    throw new AppError('LoginExpired')
  }
  expect(await coded(tested.confirmAuthenticator(ACCOUNT, { setup, code }, expired))).toBe('LoginExpired')
  expect(await tested.own(ACCOUNT)).toEqual({ factors: [], recoveryCodes: 0 })
})

test('an account has no more passkeys than its limit, also if several are confirmed at once', async () => {
  const tables = factorTables(services())
  const ids = Array.from({ length: MAX_PASSKEYS + 2 }, (_, index) => `key-${index}`)
  const added = await Promise.all(ids.map((id) => tables.add(passkey(id), false)))
  expect(added.filter(Boolean)).toHaveLength(MAX_PASSKEYS)
})

test('an account whose factors don’t work here is told where they do, and not to set one up', async () => {
  await factorTables(services()).add(passkey('key'), true)
  const asked = factors().request(ACCOUNT, 'required', place)
  expect(await coded(asked)).toBe('SecondFactorRefused')
  await expect(asked).rejects.toThrow('one.example')
})

test('a clock that was ahead delays a code no longer than its wrong ones do', async () => {
  const tested = factors()
  const code = await withApp(tested)
  now += 365 * 86_400_000
  for (let wrong = 0; wrong < 6; wrong++) {
    expect(await coded(tested.prove(ACCOUNT, { kind: 'totp', code: 'wrong' }, place))).toBe('SecondFactorWrong')
  }
  now -= 364 * 86_400_000
  expect(await coded(tested.prove(ACCOUNT, { kind: 'totp', code: code() }, place))).toBe('TooManyRequests')
  await expect(tested.prove(ACCOUNT, { kind: 'totp', code: code() }, place)).rejects.toThrow('Wait 1 second')
})

test('wrong codes of an app delay no recovery code, and a right one forgets half of them', async () => {
  const tested = factors()
  const code = await withApp(tested)
  const [recovery = ''] = await tested.renewRecoveryCodes(ACCOUNT)
  const guess = () => coded(tested.prove(ACCOUNT, { kind: 'totp', code: 'wrong' }, place))
  for (let wrong = 0; wrong < 6; wrong++) expect(await guess()).toBe('SecondFactorWrong')
  expect(await guess()).toBe('TooManyRequests')
  expect(await coded(tested.prove(ACCOUNT, { kind: 'recovery', code: recovery }, place))).toBe('done')
  now += 60_000
  expect(await coded(tested.prove(ACCOUNT, { kind: 'totp', code: code() }, place))).toBe('done')
  // Three are left of six: the sixth one makes it wait again.
  for (let wrong = 3; wrong < 6; wrong++) expect(await guess()).toBe('SecondFactorWrong')
  expect(await guess()).toBe('TooManyRequests')
})

test('recovery codes are delayed for the address that guesses them', async () => {
  const tested = factors()
  await withApp(tested)
  const guess = (address: string) =>
    coded(tested.prove(ACCOUNT, { kind: 'recovery', code: 'aaaa' }, { ...place, address }))
  for (let wrong = 0; wrong < 10; wrong++) expect(await guess('10.0.0.1')).toBe('SecondFactorWrong')
  expect(await guess('10.0.0.1')).toBe('TooManyRequests')
  expect(await guess('10.0.0.2')).toBe('SecondFactorWrong')
})

const unreadable: ConsoleStore = {
  isCreated: () => true,
  tables: () => {
    const fails = async () => {
      throw new Error('connection refused')
    }
    return { all: fails, run: fails, batch: fails }
  },
  close: async () => undefined,
}

test('what is wrong in a change doesn’t count, and a count that fails replaces no error and ends no sign-in', async () => {
  const wrong = { kind: 'recovery' as const, code: 'wrong' }
  const right = factors()
  expect(await coded(right.proveSignIn(ACCOUNT, wrong, place))).toBe('SecondFactorWrong')
  expect(await coded(right.proveChange(ACCOUNT, wrong, place))).toBe('SecondFactorWrong')
  expect([await right.takeWrong(ACCOUNT), await right.takeWrong(ACCOUNT)]).toEqual([1, 0])

  const broken = factors({
    ...store,
    tables: (...args) => (args[0] === WRONG_FACTOR_TABLES ? unreadable : store).tables(...args),
  })
  expect(await coded(broken.proveSignIn(ACCOUNT, wrong, place))).toBe('SecondFactorWrong')
  expect(await broken.takeWrong(ACCOUNT)).toBe(0)
  expect(logged).toHaveLength(2)
})

test('an earlier console opens the tables of factors', async () => {
  await factors().takeWrong(ACCOUNT)
  const earlier = store.tables(FACTOR_TABLES, FACTOR_MIGRATIONS.slice(0, 6))
  expect(await earlier.all('SELECT * FROM cooperage_factors')).toEqual([])
})

test('a reset also forgets wrong factors', async () => {
  const tested = factors()
  await coded(tested.proveSignIn(ACCOUNT, { kind: 'recovery', code: 'wrong' }, place))
  await tested.reset(ACCOUNT)
  expect(await tested.takeWrong(ACCOUNT)).toBe(0)
})

const shared = new URL('postgres://localhost/cooperage')
const file = () => join(folder, 'second-factor')

test('a replica that has never read the mode lets nobody in while it can’t, and one that has read off does', async () => {
  expect(await coded(factors(unreadable, shared).mode())).toBe('ConsoleStoreUnavailable')
  await factorTables(services()).mode()
  expect(await factors(store, shared).mode()).toBe('off')
  expect(readFileSync(file(), 'utf8')).toBe('off\n')
  expect(await factors(unreadable, shared).mode()).toBe('off')
})

test('a console with its own database that has never asked needs none, and writes no file', async () => {
  expect(await factors(unreadable).mode()).toBe('off')
  expect(await factors().mode()).toBe('off')
  expect(() => readFileSync(file())).toThrow('ENOENT')
})

test.each(['optional', 'required'])(
  'a database that has lost the mode %s asks everybody, and says so',
  async (mode) => {
    writeFileSync(file(), `${mode}\n`)
    expect(await factors().mode()).toBe('required')
    expect(await factors().mode()).toBe('required')
    expect(logged).toEqual([expect.stringContaining('lost the second factors')])
    rmSync(file())
    expect(await factors().mode()).toBe('required')
  },
)

test('a mode that can’t be kept in the data folder is logged', async () => {
  const tested = factors()
  await factorTables(services()).setMode('optional')
  const blocked = services()
  blocked.settings = { dataDir: join(folder, 'missing') } as Services['settings']
  expect(await new SecondFactors(blocked, log).mode()).toBe('optional')
  expect(logged).toEqual([expect.stringContaining('could not be kept')])
  expect(await tested.mode()).toBe('optional')
})

test('a change that the database doesn’t accept changes nothing', async () => {
  expect(await coded(factors(unreadable).changeMode('optional'))).toBe('ConsoleStoreUnavailable')
  expect(await factors().mode()).toBe('off')
})
