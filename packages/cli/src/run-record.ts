/**
 * `console.json` and `engine.json` in the data folder say who runs on it. They are hints, never proof: a process that was
 * killed leaves its record behind, and its number may belong to somebody else by now.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reachableHost, urlHost } from './addresses.ts'

export interface RunRecord {
  pid: number
  /** Where it answers, for example `http://127.0.0.1:9090`. */
  url: string
}

export interface EngineRecord extends RunRecord {
  /** Random for each run of an engine; the engine repeats it in the header `x-cooperage-engine` of its health answer. */
  instance: string
}

/** The record, or `undefined` when there is none that can be read: it may be half written by a process that was killed. */
async function readRecord(folder: string, name: string): Promise<Record<string, unknown> | undefined> {
  try {
    const record: unknown = JSON.parse(await readFile(join(folder, name), 'utf8'))
    return typeof record === 'object' && record !== null ? { ...record } : undefined
  } catch {
    return undefined
  }
}

export async function readConsoleRecord(folder: string): Promise<RunRecord | undefined> {
  const { pid, url } = (await readRecord(folder, 'console.json')) ?? {}
  return typeof pid === 'number' && typeof url === 'string' ? { pid, url } : undefined
}

export async function readEngineRecord(folder: string): Promise<EngineRecord | undefined> {
  const { pid, host, port, instance } = (await readRecord(folder, 'engine.json')) ?? {}
  if (typeof pid !== 'number' || typeof host !== 'string' || typeof port !== 'number') return undefined
  if (typeof instance !== 'string') return undefined
  return { pid, url: `http://${urlHost(reachableHost(host))}:${port}`, instance }
}

export async function writeConsoleRecord(folder: string, record: RunRecord): Promise<void> {
  const path = join(folder, 'console.json')
  await writeFile(`${path}.new`, `${JSON.stringify(record)}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
}

export async function removeConsoleRecord(folder: string): Promise<void> {
  await rm(join(folder, 'console.json'), { force: true })
}
