/**
 * `engine.json` in the data folder names the engine that serves it now: a starter reads it, asks the health endpoint at
 * that address, and compares the instance id, because a record can outlive a killed engine and its port can be another's.
 */
import { randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface EngineRecord {
  pid: number
  host: string
  port: number
  /** Random, one per start; health answers carry it as `x-cooperage-engine`. */
  instance: string
}

export const ENGINE_RECORD_FILE = 'engine.json'
export const INSTANCE_HEADER = 'x-cooperage-engine'

export function newInstanceId(): string {
  return randomBytes(16).toString('hex')
}

/** Readers see the old record or the new one, never half of one. */
export async function writeEngineRecord(dataDir: string, record: EngineRecord): Promise<void> {
  const path = join(dataDir, ENGINE_RECORD_FILE)
  const temporary = `${path}.${record.instance}`
  try {
    await writeFile(temporary, `${JSON.stringify(record)}\n`)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Removes the record unless another engine has written its own meanwhile. */
export async function removeEngineRecord(dataDir: string, instance: string): Promise<void> {
  const path = join(dataDir, ENGINE_RECORD_FILE)
  const text = await readFile(path, 'utf8').catch(() => '')
  if (text.includes(instance)) await rm(path, { force: true })
}
