/**
 * `console.json` in the data folder records which console uses it. It is a hint, never proof: a killed process leaves its
 * record behind, and its PID may have been reused.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

interface RunRecord {
  pid: number
  /** Its URL, for example `http://127.0.0.1:9090`. */
  url: string
}

/** The record, or `undefined` if it is missing or unreadable: a killed process may have written only part of it. */
export async function readConsoleRecord(folder: string): Promise<RunRecord | undefined> {
  let record: Partial<RunRecord> | null
  try {
    record = JSON.parse(await readFile(join(folder, 'console.json'), 'utf8'))
  } catch {
    return undefined
  }
  const { pid, url } = record ?? {}
  return typeof pid === 'number' && typeof url === 'string' ? { pid, url } : undefined
}

export async function writeConsoleRecord(folder: string, record: RunRecord): Promise<void> {
  const path = join(folder, 'console.json')
  await writeFile(`${path}.new`, `${JSON.stringify(record)}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
}

export async function removeConsoleRecord(folder: string): Promise<void> {
  await rm(join(folder, 'console.json'), { force: true })
}
