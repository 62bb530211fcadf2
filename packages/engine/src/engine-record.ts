/**
 * `engine.json` in the data folder describes the engine that serves it. The record can outlive a killed engine, and another
 * program can take over its port. So a reader sends a random challenge with a health request, and only the engine that
 * wrote the record can respond with the proof: a hash of the challenge with the record's secret. The secret is never sent,
 * and the file is readable by its owner only.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface EngineRecord {
  pid: number
  host: string
  port: number
  /** Whether other machines reach it over TLS. */
  tls: boolean
  /** 32 random bytes in hex, new at each start. */
  secret: string
}

const ENGINE_RECORD_FILE = 'engine.json'
/** Request header of a health check: see `newChallenge`. */
export const CHALLENGE_HEADER = 'x-cooperage-challenge'
/** Its response header: see `proofOf`. */
export const PROOF_HEADER = 'x-cooperage-proof'

const random = () => randomBytes(32).toString('hex')

export const newSecret = random

/** 32 random bytes in hex, for one request, so that responses can't be replayed. */
export const newChallenge = random

/** The response to a challenge by the holder of `secret`; undefined for a malformed challenge. */
export function proofOf(secret: string, challenge: string): string | undefined {
  return /^[0-9a-f]{64}$/.test(challenge) ? createHmac('sha256', secret).update(challenge).digest('hex') : undefined
}

/** The bearer token of this run for metrics alone, so that the console of the same data folder needs no account for them. */
export function metricsTokenOf(secret: string): string {
  return createHmac('sha256', secret).update('metrics').digest('hex')
}

/** The record; undefined if there is none, or one of another version. */
export async function readEngineRecord(dataDir: string): Promise<EngineRecord | undefined> {
  let record: Partial<EngineRecord> | null
  try {
    record = JSON.parse(await readFile(join(dataDir, ENGINE_RECORD_FILE), 'utf8'))
  } catch {
    return undefined
  }
  const { pid, host, port, tls = false, secret } = record ?? {}
  if (typeof pid !== 'number' || typeof host !== 'string' || typeof port !== 'number') return undefined
  return typeof secret === 'string' && secret !== '' ? { pid, host, port, tls, secret } : undefined
}

/** Atomic: readers see the old record or the new one. */
export async function writeEngineRecord(dataDir: string, record: EngineRecord): Promise<void> {
  const path = join(dataDir, ENGINE_RECORD_FILE)
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(temporary, `${JSON.stringify(record)}\n`, { mode: 0o600 })
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Removes the record unless another engine has replaced it. */
export async function removeEngineRecord(dataDir: string, secret: string): Promise<void> {
  const record = await readEngineRecord(dataDir)
  if (record?.secret === secret) await rm(join(dataDir, ENGINE_RECORD_FILE), { force: true })
}
