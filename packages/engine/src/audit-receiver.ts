/**
 * `audit-receiver.json` in the data folder names the console that keeps the engine's audit log. The console writes it, because
 * only the console knows its own address; the engine reads it again and again, because it outlives consoles.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface AuditReceiver {
  url: string
  /** The bearer token that the console expects. */
  token: string
}

const FILE = 'audit-receiver.json'

/** Undefined if there is none, or an unreadable one. */
export async function readAuditReceiver(dataDir: string): Promise<AuditReceiver | undefined> {
  let receiver: Partial<AuditReceiver> | null
  try {
    receiver = JSON.parse(await readFile(join(dataDir, FILE), 'utf8'))
  } catch {
    return undefined
  }
  const { url, token } = receiver ?? {}
  return typeof url === 'string' && URL.canParse(url) && typeof token === 'string' ? { url, token } : undefined
}

/** Undefined removes it. */
export async function writeAuditReceiver(dataDir: string, receiver: AuditReceiver | undefined): Promise<void> {
  const path = join(dataDir, FILE)
  if (receiver === undefined) return await rm(path, { force: true })
  await writeFile(`${path}.new`, `${JSON.stringify(receiver)}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
}
